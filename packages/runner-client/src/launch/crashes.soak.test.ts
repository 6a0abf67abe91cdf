import { soakPlan } from '@tandem/testkit';
import { type FormattedResult, WorkspaceError } from '@tandem/workspace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { installAsPython, peculiarRunner } from '../testing/fixture-runner.js';
import { actionCall, createTestLauncher, never, runnerStart, temporaryDirectory } from '../testing/launch.js';
import { createRecordingHost } from '../testing/recording-host.js';

const runs = 30;

test('whenever a runner is killed, every call gets its own result or a clear error', {
  timeout: 3_600_000,
}, async () => {
  const { property } = soakPlan('runner-client: a runner killed among thirty calls', {
    sample: 6,
    full: 500,
  });
  const projectDir = await temporaryDirectory();
  await installAsPython(projectDir, 'mortal-tcp');
  const { launcher } = createTestLauncher(peculiarRunner('mortal'));

  const oneLife = async (runtime: 'node' | 'python', diesAt: number): Promise<void> => {
    const runner = await launcher.start(runnerStart(projectDir, { runtime }), createRecordingHost(), never());
    const calls = Array.from({ length: runs }, async (_, run) => {
      const parts: unknown[] = [];
      const partial = ({ json }: FormattedResult) => void parts.push(json);
      const params = { run, dies: run === diesAt };
      try {
        expect(await runner.run(actionCall('x', { params }), { partial }, never())).toMatchObject({
          kind: 'streamed',
        });
        expect(parts).toEqual([1, 2, 3].map((n) => ({ run, n })));
      } catch (error) {
        if (!(error instanceof WorkspaceError)) throw error;
        expect(error).toMatchObject({ code: 'runner-exited', message: expect.stringContaining('SIGKILL') });
      }
    });
    await Promise.all(calls);
    expect(await runner.exited).toMatchObject({ kind: 'crashed' });
  };

  await fc.assert(
    fc.asyncProperty(fc.constantFrom('node', 'python'), fc.nat({ max: runs - 1 }), oneLife),
    property,
  );
});
