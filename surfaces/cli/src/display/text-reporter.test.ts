import { createManualClock, type Environment, type TerminalStream } from '@tandem/platform';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../run/run-command.js';
import { type CliRun, runCli } from '../testing/run-cli.js';
import type { ManagerScript } from '../testing/scripted-manager.js';
import { action, lintResult, project, twoProjects } from '../testing/two-projects.js';
import { displayWidth } from './terminal-text.js';

const terminal = (columns: number): TerminalStream => ({ isTTY: true, columns });
const onTerminal = (columns: number, variables: Environment['variables'] = {}): Partial<Environment> => ({
  stdout: terminal(columns),
  stderr: terminal(columns),
  variables,
});

/** Applies the few sequences that the progress lines use, as a terminal would. */
function screenAfter(output: string): string {
  const lines = [''];
  for (const [part] of output.matchAll(/\x1b\[\d+A|\r|\x1b\[J|\x1b\[[\d;]*m|\n|[^\x1b\r\n]+/g)) {
    const up = /^\x1b\[(\d+)A$/.exec(part)?.[1];
    if (up !== undefined) lines.splice(lines.length - 1 - Number(up), Number(up) + 1, '');
    else if (part === '\n') lines.push('');
    else if (!part.startsWith('\x1b') && part !== '\r') lines[lines.length - 1] += part;
  }
  return lines.join('\n');
}

/** A run that waits until time has passed three times, with a screen shot before it ends. */
async function watchRun(
  script: ManagerScript,
  environment: Partial<Environment>,
): Promise<CliRun & { screen: string }> {
  const clock = createManualClock();
  let output = '';
  let screen = '';
  const run = await runCli(
    runCommand,
    ['lint'],
    {
      ...script,
      async run({ params, progress }) {
        await progress({ type: 'begin', title: 'Linting' });
        await progress({
          type: 'report',
          message: `Checked 12/42 files in ${params.project}`,
          percentage: 28.6,
        });
        for (let tick = 0; tick < 3; tick += 1) await clock.advance(100);
        screen ||= screenAfter(output);
        return lintResult('/work/api/a.ts', [{ line: 0, from: 0, to: 1, message: 'bad' }]);
      },
    },
    {
      clock,
      environment,
      onWrite: (text) => {
        output += text;
      },
    },
  );
  return { ...run, screen };
}

const onlyApi: ManagerScript = { projects: [project('api')], actions: [action('lint', 'api')] };

describe('progress', () => {
  it('is a line for each project, gone when the run ends', async () => {
    const { screen, stdout, stderr } = await watchRun(onlyApi, onTerminal(60));
    expect(screen).toMatch(/^. api › lint 28% \d+ ms Checked 12\/42 files in \/work\/api\n$/u);
    expect(screenAfter(stderr)).toBe('');
    expect(stdout).not.toContain('Checked');
  });

  it('fits narrow terminals', async () => {
    const { screen } = await watchRun(onlyApi, onTerminal(30));
    for (const line of screen.split('\n')) expect(displayWidth(line)).toBeLessThan(30);
    expect(screen).toContain('…');
  });

  it('does not fill the terminal', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const many = {
      projects: names.map((name) => project(name)),
      actions: names.map((name) => action('lint', name)),
    };
    const { screen } = await watchRun(many, onTerminal(60));
    expect(screen.split('\n')).toHaveLength(10);
    expect(screen).toContain('…and 4 more');
  });

  it('is left out where nobody watches', async () => {
    expect((await watchRun(onlyApi, {})).stderr).toBe('');
    expect((await watchRun(onlyApi, onTerminal(60, { TERM: 'dumb' }))).stderr).toBe('');
  });

  it('leaves no timer behind', async () => {
    const clock = createManualClock();
    await runCli(
      runCommand,
      ['lint'],
      { ...twoProjects, run: async () => ({ formats: {}, returnCode: 0 }) },
      {
        clock,
        environment: onTerminal(60),
      },
    );
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('colours', () => {
  const red = '\x1b[31m';
  const check = async (environment: Partial<Environment>, isColoured: boolean) =>
    expect((await watchRun(onlyApi, environment)).stdout.includes(red)).toBe(isColoured);

  it('are for terminals', async () => {
    await check(onTerminal(60), true);
    await check({}, false);
    await check(onTerminal(60, { TERM: 'dumb' }), false);
  });

  it('obey NO_COLOR and FORCE_COLOR', async () => {
    await check(onTerminal(60, { NO_COLOR: '1' }), false);
    await check(onTerminal(60, { NO_COLOR: '' }), true);
    await check({ variables: { FORCE_COLOR: '1' } }, true);
    await check(onTerminal(60, { FORCE_COLOR: '0' }), false);
    await check({ variables: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false);
  });
});

it('shows 10 000 problems', async () => {
  const problems = Array.from({ length: 20 }, (_, line) => ({
    line,
    from: 0,
    to: 1,
    message: `problem ${line}`,
  }));
  const messages = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => {
      const { formats } = lintResult('x', problems);
      return [`/work/api/f${index}.ts`, (formats.json as { messages: { x: unknown } }).messages.x];
    }),
  );
  let longest = 0;
  const { stdout } = await runCli(
    runCommand,
    ['lint'],
    { ...onlyApi, run: async () => ({ formats: { json: { messages } }, returnCode: 1 }) },
    {
      onWrite: (text) => {
        longest = Math.max(longest, text.length);
      },
    },
  );
  expect(stdout).toContain('10000 problems (10000 errors) in 500 files');
  expect(longest).toBeLessThan(5_000);
});
