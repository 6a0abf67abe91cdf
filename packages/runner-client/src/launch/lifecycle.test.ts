import { readFileSync } from 'node:fs';
import type { Runner, RunnerConfig } from '@tandem/workspace';
import { describe, expect, test } from 'vitest';
import { peculiarRunner } from '../testing/fixture-runner.js';
import { actionCall, never, startRunner, temporaryDirectory } from '../testing/launch.js';
import { createRecordingHost } from '../testing/recording-host.js';
import type { RunnerLauncherOptions } from './runner-launcher.js';

const noConfig: RunnerConfig = { actions: [], handlerConfigs: {}, services: [] };

async function start(
  peculiarity: string,
  options: Partial<RunnerLauncherOptions> = {},
  host = createRecordingHost(),
): Promise<Runner> {
  const projectDir = await temporaryDirectory();
  return (await startRunner(peculiarRunner(peculiarity), { projectDir }, { ...options, host })).runner;
}

/** The end of a process that is not our child has no event: look until it is gone, or the test's deadline passes. */
async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a runner that dies', () => {
  test('fails every call in flight with its end, its last words and its log', async () => {
    const runner = await start('crashing');
    const schemas = runner.payloadSchemas();
    const run = runner.run(actionCall('lint'), { partial() {} }, never());
    const message = expect.stringMatching(
      /^The runner for env "dev" of \/.* ended unexpectedly: it was killed by SIGKILL\.\nIts last output:\n {2}about to fall\nIts log: \/logs\/runner\.log$/,
    );
    await expect(run).rejects.toMatchObject({ code: 'runner-exited', message });
    await expect(schemas).rejects.toMatchObject({ code: 'runner-exited', message });
    expect(await runner.exited).toEqual({ kind: 'crashed', message });
    await expect(runner.payloadSchemas()).rejects.toMatchObject({ code: 'runner-exited', message });
    runner.documentOpened({ uri: 'file:///a', version: 1, text: '' });
    runner.forwardLogs('INFO');
    await runner.stop();
  });

  test('by itself, with a code', async () => {
    const runner = await start('exiting');
    await expect(runner.run(actionCall('lint'), {}, never())).rejects.toThrow(
      /it exited with code 3\.\nIts last output:\n {2}Traceback: out of luck/,
    );
  });

  test('or cannot be talked to any more is ended', async () => {
    const check = async (peculiarity: string, why: string) => {
      const runner = await start(peculiarity);
      await expect(runner.run(actionCall('lint'), {}, never())).rejects.toMatchObject({
        code: 'runner-exited',
        message: expect.stringContaining(`ended unexpectedly: its connection was lost (actions/run ${why}`),
      });
    };
    await check('deaf', 'cannot be answered: the other side ended the connection');
    await check('breaking-frames', 'cannot be answered: ');
  });

  test('after very many words leaves only the last', async () => {
    const runner = await start('chatty');
    const { message } = await runner.run(actionCall('lint'), {}, never()).then(
      () => new Error('it answered'),
      (error: Error) => error,
    );
    expect(message).toContain('the end');
    expect(message.length).toBeLessThan(25_000);
  });
});

describe('nothing survives', () => {
  async function startWithGrandchild() {
    const host = createRecordingHost();
    const runner = await start('with-grandchild', {}, host);
    await runner.configure(noConfig, never());
    const pid = Number(host.messages[0]?.replace('info: ', ''));
    expect(isRunning(pid)).toBe(true);
    return { runner, pid };
  }

  test('a stop', async () => {
    const { runner, pid } = await startWithGrandchild();
    await runner.stop();
    await untilGone(pid);
  });

  test('a crash', async () => {
    const { runner, pid } = await startWithGrandchild();
    await expect(runner.run(actionCall('lint'), {}, never())).rejects.toMatchObject({
      code: 'runner-exited',
    });
    await untilGone(pid);
  });
});

describe('stopping', () => {
  test('is orderly, and calls in flight are told', async () => {
    const runner = await start('ignoring-cancel');
    const run = runner.run(actionCall('lint'), {}, never());
    await Promise.all([runner.stop(), runner.stop()]);
    await expect(run).rejects.toMatchObject({
      code: 'runner-exited',
      message: expect.stringMatching(/^The runner for env "dev" of .* was stopped/),
    });
    expect(await runner.exited).toMatchObject({ kind: 'stopped' });
  });

  test('is forced on a runner that does not care', async () => {
    const runner = await start('ignoring-shutdown', { timeouts: { stopMs: 50 } });
    await runner.stop();
    expect(await runner.exited).toMatchObject({ kind: 'stopped' });
  });
});

describe('cancelling', () => {
  test('frees the caller at once, tells the runner, and leaves it usable', async () => {
    const cancel = new AbortController();
    let settle = (): void => {};
    const told = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const host = createRecordingHost({
      userMessage: (message) => (message === 'running' ? cancel.abort(new Error('not needed')) : settle()),
    });
    const runner = await start('ignoring-cancel', {}, host);
    const run = runner.run(actionCall('lint'), { partial() {} }, { signal: cancel.signal });
    await expect(run).rejects.toThrow('not needed');
    await told;
    expect(await runner.payloadSchemas()).toEqual({});
    await expect(runner.run(actionCall('lint'), {}, { signal: cancel.signal })).rejects.toThrow('not needed');
  });
});

describe('what a Node runner is started with', () => {
  test('its heap limit, its project, and no virtual environment of ours', async () => {
    const variables = { PATH: process.env['PATH'], VIRTUAL_ENV: '/somewhere', INIT_CWD: '/x', KEPT: 'yes' };
    const projectDir = await temporaryDirectory();
    const { runner } = await startRunner(
      { ...peculiarRunner('heap'), maxHeapMiB: 300 },
      { projectDir },
      { environment: { os: 'linux', variables } },
    );
    const outcome = await runner.run(actionCall('lint'), {}, never());
    if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome));
    const seen = outcome.result.json as { limitMiB: number; env: object; argv: string[]; cwd: string };
    expect(seen.limitMiB).toBeLessThan(500);
    expect(seen.env).toMatchObject({ PATH: variables.PATH, KEPT: 'yes' });
    for (const name of ['VIRTUAL_ENV', 'INIT_CWD', 'HOME']) expect(seen.env).not.toHaveProperty(name);
    expect(seen.argv).toEqual([`--project-path=${projectDir}`, '--env-name=dev']);
    expect(seen.cwd).toBe(projectDir);
  });
});
