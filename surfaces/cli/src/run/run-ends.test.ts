import { createManualClock } from '@tandem/platform';
import type { RequestContext } from '@tandem/wire';
import { describe, expect, it } from 'vitest';
import { ExitCode } from '../exit-code.js';
import { runCli } from '../testing/run-cli.js';
import type { ScriptedRun } from '../testing/scripted-manager.js';
import { action, project, twoProjects } from '../testing/two-projects.js';
import { runCommand } from './run-command.js';

const clean = { formats: { json: { messages: {} } }, returnCode: 0 };
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('Ctrl-C', () => {
  it('ends a run at once and cancels it below, whether or not the server hurries', async () => {
    const interrupt = new AbortController();
    let onCancelled = () => {};
    const cancelled = new Promise<void>((resolve) => {
      onCancelled = resolve;
    });
    let last = '';
    const { exitCode, stderr, stdout } = await runCli(
      runCommand,
      ['lint', '--project=api'],
      {
        ...twoProjects,
        async run({ signal }) {
          setImmediate(() => interrupt.abort());
          await aborted(signal);
          onCancelled();
          return await new Promise<never>(() => {});
        },
      },
      {
        signal: interrupt.signal,
        onWrite: (text) => {
          last = text;
        },
      },
    );
    expect(exitCode).toBe(ExitCode.interrupted);
    expect(stderr).toBe('interrupted\n');
    expect(stdout).toBe('');
    await cancelled;
    expect(last).toBe('interrupted\n');
  });

  it('works before there is a connection', async () => {
    const interrupt = new AbortController();
    const { exitCode } = await runCli(runCommand, ['lint'], twoProjects, {
      signal: interrupt.signal,
      connect: () => {
        interrupt.abort();
        return new Promise<undefined>(() => {});
      },
    });
    expect(exitCode).toBe(ExitCode.interrupted);
  });
});

describe('a Workspace Manager that goes away', () => {
  const leave = async (_params: unknown, { peer }: RequestContext): Promise<never> => {
    await peer.close();
    return await new Promise<never>(() => {});
  };

  it('is named, before the runs and during one', async () => {
    const before = await runCli(runCommand, ['lint'], {
      ...twoProjects,
      handlers: { 'workspace/addDir': leave },
    });
    expect(before.exitCode).toBe(ExitCode.failed);
    expect(before.stderr).toMatch(
      /the Workspace Manager went away: workspace\/addDir .*Run the command again/,
    );

    const during = await runCli(runCommand, ['lint'], {
      ...twoProjects,
      handlers: { 'actions/run': leave },
    });
    expect(during.exitCode).toBe(ExitCode.failed);
    expect(during.stdout).toMatch(/the Workspace Manager went away: actions\/run .*Run the command again/);
  });
});

describe('--timeout', () => {
  it('cancels what is not finished and keeps what is', async () => {
    const clock = createManualClock();
    const { exitCode, stdout } = await runCli(
      runCommand,
      ['lint', '--timeout=5s'],
      {
        ...twoProjects,
        async run({ params, signal }) {
          if (params.project === '/work/web') return clean;
          await aborted(signal);
          return clean;
        },
      },
      {
        clock,
        onWrite: (text) => {
          if (text.includes('web')) void clock.advance(5000);
        },
      },
    );
    expect(stdout).toMatchInlineSnapshot(`
      "✔ web › lint 0 ms
      ✖ api › lint 5.0 s
        cancelled: not finished within 5.0 s

      ✖ 1 failed · 2 runs in 2 projects · 5.0 s
      "
    `);
    expect(exitCode).toBe(ExitCode.failed);
    expect(clock.pendingTimers).toBe(0);
  });

  it('counts from the beginning', async () => {
    const clock = createManualClock();
    const { exitCode, stderr } = await runCli(
      runCommand,
      ['lint', '--timeout=5s'],
      {
        ...twoProjects,
        handlers: {
          'workspace/addDir': async (_, { signal }) => {
            void clock.advance(5000);
            await aborted(signal);
            return { projects: [] };
          },
        },
      },
      { clock },
    );
    expect(stderr).toBe('tandem run: not even begun within 5.0 s\n');
    expect(exitCode).toBe(ExitCode.failed);
  });
});

describe('a server', () => {
  it('that cannot be reached fails the run', async () => {
    const { exitCode, stderr } = await runCli(runCommand, ['lint'], twoProjects, {
      connect: () => Promise.reject(new Error('the daemon did not start')),
    });
    expect(stderr).toBe('tandem run: no Workspace Manager: the daemon did not start\n');
    expect(exitCode).toBe(ExitCode.failed);
  });

  it('that goes away fails what was running', async () => {
    const { exitCode, stdout } = await runCli(runCommand, ['lint'], {
      ...twoProjects,
      handlers: {
        'actions/run': async (_, { peer }) => {
          await peer.close();
          return { returnCode: 0 };
        },
      },
    });
    expect(stdout).toContain('2 failed');
    expect(exitCode).toBe(ExitCode.failed);
  });
});

describe('order', () => {
  const many = {
    projects: Array.from({ length: 40 }, (_, index) => project(`p${index}`)),
    actions: Array.from({ length: 40 }, (_, index) => action('lint', `p${index}`)),
  };

  /** How many runs were in progress at the same moment, at most. */
  async function highestOverlap(args: readonly string[], script: typeof twoProjects): Promise<number> {
    let running = 0;
    let highest = 0;
    const run = async ({ progress }: ScriptedRun) => {
      running += 1;
      highest = Math.max(highest, running);
      // Several turns of the loop, so that whoever may run beside this one has begun.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await progress({ type: 'end' });
      running -= 1;
      return clean;
    };
    const { exitCode } = await runCli(runCommand, args, { ...script, run });
    expect(exitCode).toBe(ExitCode.clean);
    return highest;
  }

  it('is that of the words within a project, unless --concurrently', async () => {
    const args = ['lint', 'format', '--project=api'];
    expect(await highestOverlap(args, twoProjects)).toBe(1);
    expect(await highestOverlap([...args, '--concurrently'], twoProjects)).toBe(2);
  });

  it('does not matter between projects, of which 16 run at once', async () => {
    expect(await highestOverlap(['lint'], twoProjects)).toBe(2);
    expect(await highestOverlap(['lint'], many)).toBe(16);
  });
});
