import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSystemClock } from '@tandem/platform';
import type { RunnerConfig, RunnerStart } from '@tandem/workspace';
import { describe, expect, test } from 'vitest';
import { installAsPython, peculiarRunner } from '../testing/fixture-runner.js';
import {
  actionCall,
  createTestLauncher,
  never,
  runnerStart,
  startRunner,
  temporaryDirectory,
} from '../testing/launch.js';
import { createRecordingHost } from '../testing/recording-host.js';
import type { RunnerLauncherOptions } from './runner-launcher.js';

const noConfig: RunnerConfig = { actions: [], handlerConfigs: {}, services: [] };

describe('a runner that does not start says why', () => {
  async function check(
    peculiarity: string,
    expected: { readonly code: string; readonly message: RegExp },
    options: Partial<RunnerLauncherOptions> & Partial<RunnerStart> = {},
  ): Promise<void> {
    const projectDir = await temporaryDirectory();
    if (options.runtime === 'python') await installAsPython(projectDir, peculiarity);
    await expect(
      startRunner(peculiarRunner(peculiarity), { projectDir, ...options }, options),
    ).rejects.toMatchObject({ code: expected.code, message: expect.stringMatching(expected.message) });
  }

  const who = 'The runner for env "dev" of \\/.*#1 é-\\w+ did not start';
  test('it ends at once', () =>
    check('early-exit', {
      code: 'runner-failed',
      message: new RegExp(`^${who}: it exited with code 4\\.\\nIts last output:\\n {2}ModuleNotFoundError`),
    }));
  test('it never answers', () =>
    check(
      'silent',
      {
        code: 'runner-failed',
        message: new RegExp(`^${who}: it did not answer "initialize" within 100 ms\\.`),
      },
      { timeouts: { initializeMs: 100 } },
    ));
  test('it neither answers nor prints a port', () =>
    check(
      'silent',
      { code: 'runner-failed', message: /did not answer "initialize" within 150 ms/ },
      { runtime: 'python', timeouts: { announceMs: 150 } },
    ));
  test('it greets wrongly', () =>
    check('wrong-greeting', {
      code: 'protocol-violated',
      message: /"initialize" breaks the contract: capabilities/,
    }));
  test('nobody listens on the port it prints', () =>
    check(
      'wrong-port',
      { code: 'runner-failed', message: /accepts no connection on the port 1 / },
      { runtime: 'python' },
    ));
  test('its environment has no runner', () =>
    check(
      'no-runner-module',
      {
        code: 'env-not-found',
        message:
          /^No env "dev" for .*: it has no extension runner installed\. Create it with "tandem prepare-envs --project a"\.$/,
      },
      { runtime: 'python' },
    ));

  test('its environment is missing', async () => {
    const projectDir = await temporaryDirectory();
    await expect(
      startRunner(peculiarRunner('contract'), { projectDir, runtime: 'python' }),
    ).rejects.toMatchObject({
      code: 'env-not-found',
      message: `No env "dev" for ${projectDir}: there is no ${projectDir}/.venvs/dev/bin/python. Create it with "tandem prepare-envs --project a".`,
    });
  });

  test('its project is missing', () =>
    expect(startRunner(peculiarRunner('contract'), { projectDir: '/no/such/project' })).rejects.toMatchObject(
      {
        code: 'runner-failed',
        message: expect.stringMatching(/did not start: .*\/no\/such\/project does not exist/),
      },
    ));

  test('there is no Node', () =>
    expect(startRunner({ command: '/no/such/node', args: [] }, { projectDir: '/tmp' })).rejects.toMatchObject(
      { code: 'runner-failed', message: expect.stringContaining('/no/such/node') },
    ));

  test('its time is up: the words say so', async () => {
    using deadline = createSystemClock().deadline(200);
    const projectDir = await temporaryDirectory();
    const starting = startRunner(
      peculiarRunner('silent'),
      { projectDir },
      { start: { signal: deadline.signal } },
    );
    await expect(starting).rejects.toMatchObject({
      code: 'runner-failed',
      message: expect.stringContaining('not finished within the allowed 200 ms'),
    });
  });

  test('nobody wants it any more: the reason is passed on', async () => {
    const cancel = new AbortController();
    const projectDir = await temporaryDirectory();
    const starting = startRunner(
      peculiarRunner('silent'),
      { projectDir },
      { start: { signal: cancel.signal } },
    );
    cancel.abort(new Error('the workspace closes'));
    await expect(starting).rejects.toThrow('the workspace closes');
  });
});

test('a runner may take its time within the limit', async () => {
  const projectDir = await temporaryDirectory();
  const { runner } = await startRunner(peculiarRunner('slow'), { projectDir });
  expect(await runner.run(actionCall('lint'), {}, never())).toMatchObject({ kind: 'finished' });
});

describe('a Python runner', () => {
  async function startPython(peculiarity: string) {
    const projectDir = await temporaryDirectory();
    await installAsPython(projectDir, peculiarity);
    const host = createRecordingHost();
    const { runner } = await startRunner(peculiarRunner('none'), { projectDir, runtime: 'python' }, { host });
    return { runner, projectDir };
  }

  test.each(['tcp', 'stdio-garbage', 'finecode'])(
    'speaks over whatever it announces: %s',
    async (peculiarity) => {
      const { runner } = await startPython(peculiarity);
      const meta = await runner.configure(noConfig, never());
      expect(meta.get('x.Lint')).toMatchObject({ location: 'x/lint.py:7' });
      const partials: unknown[] = [];
      const events = { partial: ({ json }: { json?: unknown }) => void partials.push(json), progress() {} };
      expect(await runner.run(actionCall('lint'), events, never())).toEqual({
        kind: 'streamed',
        returnCode: 1,
      });
      expect(partials).toEqual([{ n: 1 }, { n: 2 }]);
      await runner.stop();
      expect(await runner.exited).toMatchObject({ kind: 'stopped' });
    },
  );

  test('is found behind whatever it prints before its port', async () => {
    const { runner } = await startPython('tcp-garbage');
    expect(await runner.run(actionCall('lint'), {}, never())).toMatchObject({ kind: 'finished' });
  });

  test('that dies leaves the words that it printed', async () => {
    const { runner } = await startPython('tcp-crashing');
    await expect(runner.run(actionCall('lint'), {}, never())).rejects.toMatchObject({
      code: 'runner-exited',
      message: expect.stringMatching(/killed by SIGKILL\.\nIts last output:\n(.*\n)*.*tcp: about to fall/),
    });
  });

  test('waits for its debugger, which is told at once where to attach', async () => {
    const projectDir = await temporaryDirectory();
    await installAsPython(projectDir, 'debugged');
    const onDebugAddress = ({ port }: { port: number }) =>
      void writeFile(join(projectDir, 'attached'), `${port}`);
    const { runner } = await startRunner(
      peculiarRunner('none'),
      { projectDir, runtime: 'python', debug: true },
      { start: { onDebugAddress } },
    );
    expect(runner.debugAddress).toEqual({ host: '127.0.0.1', port: 5678 });
  });
});

test('a Node runner says where a debugger can attach', async () => {
  const projectDir = await temporaryDirectory();
  const { runner } = await startRunner(peculiarRunner('node-debugged'), { projectDir, debug: true });
  expect(runner.debugAddress).toEqual({ host: '127.0.0.1', port: 9230 });
});

describe('checkEnv', () => {
  async function check(over: Partial<RunnerStart>, peculiarity: string | undefined, expected: boolean) {
    const projectDir = await temporaryDirectory();
    if (peculiarity !== undefined) await installAsPython(projectDir, peculiarity);
    const { launcher } = createTestLauncher(peculiarRunner('contract'));
    expect(await launcher.checkEnv(runnerStart(projectDir, over), never())).toBe(expected);
  }

  test('Python with a runner', () => check({ runtime: 'python' }, 'version', true));
  test('Python without a runner', () => check({ runtime: 'python' }, 'no-runner-module', false));
  test('no Python', () => check({ runtime: 'python' }, undefined, false));
  test('Node', () => check({ runtime: 'node' }, undefined, true));
  test('no Node', async () => {
    const { launcher } = createTestLauncher({ command: '/no/such/node', args: [] });
    expect(await launcher.checkEnv(runnerStart(await temporaryDirectory()), never())).toBe(false);
  });
  test('nobody waits for it', async () => {
    const { launcher } = createTestLauncher(peculiarRunner('contract'));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(launcher.checkEnv(runnerStart(await temporaryDirectory()), { signal })).rejects.toThrow(
      'enough',
    );
  });
});
