import { describe, expect, it } from 'vitest';
import { ExitCode } from '../exit-code.js';
import { runCli } from '../testing/run-cli.js';
import { failWith, type ManagerScript } from '../testing/scripted-manager.js';
import { lintResult, twoProjects } from '../testing/two-projects.js';
import { runCommand } from './run-command.js';

const clean = { formats: { json: { messages: {} } }, returnCode: 0 };
const debuggerAt = (severity: number) =>
  lintResult('file:///work/api/src/a.ts', [
    { line: 1, from: 2, to: 10, message: 'Unexpected debugger', code: 'no-debugger', severity },
  ]);

describe('results', () => {
  it('are shown by project, action and file, with the source line', async () => {
    const { stdout, stderr, exitCode } = await runCli(
      runCommand,
      ['lint'],
      { ...twoProjects, run: async ({ params }) => (params.project === '/work/api' ? debuggerAt(1) : clean) },
      { files: { '/work/api/src/a.ts': 'if (x) {\n  debugger;\n}\n' } },
    );
    expect(stdout).toMatchInlineSnapshot(`
      "✖ api › lint 0 ms
        api/src/a.ts
          2:3  error  Unexpected debugger  no-debugger (eslint)
            2 │ debugger;
              │ ^^^^^^^^
      ✔ web › lint 0 ms

      ✖ 1 problem (1 error) in 1 file · 2 runs in 2 projects · 0 ms
      "
    `);
    expect(stderr).toBe('');
    expect(exitCode).toBe(ExitCode.problems);
  });

  it('are shown as text when they are no problems in files', async () => {
    const styled = {
      parts: [{ text: 'reformatted', foreground: 'green', bold: true }, ' a.ts\n2 files unchanged.\n'],
    };
    const { stdout, exitCode } = await runCli(runCommand, ['format'], {
      ...twoProjects,
      run: async () => ({ formats: { json: { changed: 1 }, styled_text_json: styled }, returnCode: 0 }),
    });
    expect(stdout).toMatchInlineSnapshot(`
      "✔ api › format 0 ms
        reformatted a.ts
        2 files unchanged.

      ✔ no problems · 1 run in 1 project · 0 ms
      "
    `);
    expect(exitCode).toBe(ExitCode.clean);
  });

  it('stand beside the failures of other runs', async () => {
    const { stdout, exitCode } = await runCli(runCommand, ['lint'], {
      ...twoProjects,
      run: async ({ params }) =>
        params.project === '/work/api'
          ? failWith('eslint is not installed:\nrun npm install')
          : { formats: { string: '2 files need formatting' }, returnCode: 1 },
    });
    expect(stdout).toMatchInlineSnapshot(`
      "✖ api › lint 0 ms
        eslint is not installed:
        run npm install
      ✖ web › lint 0 ms
        2 files need formatting

      ✖ 1 failed · 1 action not satisfied · 2 runs in 2 projects · 0 ms
      "
    `);
    expect(exitCode).toBe(ExitCode.failed);
  });

  it('of tools cannot take over the terminal', async () => {
    const { stdout } = await runCli(runCommand, ['format'], {
      ...twoProjects,
      run: async () => ({ formats: { string: '\x1b]0;owned\x07\x1b[2J' }, returnCode: 0 }),
    });
    expect(stdout).not.toContain('\x1b');
  });
});

describe('exit code', () => {
  const check = async (args: readonly string[], script: ManagerScript, expected: ExitCode) => {
    const { exitCode } = await runCli(runCommand, args, script);
    expect(exitCode).toBe(expected);
  };
  const answering = (run: ManagerScript['run']): ManagerScript => ({ ...twoProjects, ...(run && { run }) });

  it('is 0 when all is clean', () =>
    check(
      ['lint'],
      answering(async () => clean),
      ExitCode.clean,
    ));

  it('is 1 for problems, even if the return code hides them', async () => {
    await check(
      ['lint'],
      answering(async () => debuggerAt(4)),
      ExitCode.problems,
    );
    await check(
      ['lint'],
      answering(async () => ({ ...debuggerAt(1), returnCode: 0 })),
      ExitCode.problems,
    );
    await check(
      ['lint'],
      answering(async () => ({ formats: {}, returnCode: 2 })),
      ExitCode.problems,
    );
  });

  it('counts what --fail-on counts', async () => {
    await check(
      ['lint', '--fail-on=error'],
      answering(async () => debuggerAt(2)),
      ExitCode.clean,
    );
    await check(
      ['lint', '--fail-on=error'],
      answering(async () => debuggerAt(1)),
      ExitCode.problems,
    );
    await check(
      ['lint', '--fail-on=warning'],
      answering(async () => debuggerAt(2)),
      ExitCode.problems,
    );
    await check(
      ['lint', '--fail-on=warning'],
      answering(async () => debuggerAt(3)),
      ExitCode.clean,
    );
    const otherShape = async () => ({ formats: { string: 'no' }, returnCode: 1 });
    await check(['lint', '--fail-on=error'], answering(otherShape), ExitCode.problems);
  });

  it('is 3 when anything failed, whatever the others found', () =>
    check(
      ['lint'],
      answering(async ({ params }) => (params.project === '/work/web' ? failWith('broken') : debuggerAt(1))),
      ExitCode.failed,
    ));
});

describe('loudness', () => {
  const script: ManagerScript = {
    ...twoProjects,
    run: async ({ params, userMessage }) => {
      await userMessage('installing things', 'INFO');
      await userMessage('ruff is missing', 'ERROR');
      return params.project === '/work/api' ? debuggerAt(1) : clean;
    },
  };

  it('--quiet leaves only what was found', async () => {
    const { stdout, stderr } = await runCli(runCommand, ['lint', '--quiet'], script);
    expect(stdout).toMatchInlineSnapshot(`
      "✖ api › lint 0 ms
        api/src/a.ts
          2:3  error  Unexpected debugger  no-debugger (eslint)
      "
    `);
    expect(stderr).toBe('error: ruff is missing\n');
  });

  it('normally includes news of the server, once, but not its echo of failures', async () => {
    const news = await runCli(runCommand, ['lint'], script);
    expect(news.stderr).toBe('info: installing things\nerror: ruff is missing\n');
    const echo = await runCli(runCommand, ['lint'], {
      ...twoProjects,
      run: async ({ userMessage }) => {
        await userMessage('eslint crashed', 'ERROR');
        return failWith('lint failed in /work/api: eslint crashed');
      },
    });
    expect(echo.stderr).toBe('');
    expect(echo.stdout).toContain('eslint crashed');
  });

  it('--verbose shows all problems and follows the log', async () => {
    const many = Array.from({ length: 30 }, (_, line) => ({
      line,
      from: 0,
      to: 1,
      message: `problem ${line}`,
    }));
    const run = async () => lintResult('/work/api/a.ts', many);
    const { stdout, requests } = await runCli(runCommand, ['lint', '-v', '--project=api'], {
      ...script,
      run,
    });
    expect(stdout).toContain('problem 29');
    expect(requests.map(({ method }) => method)).toContain('server/subscribeLogs');
    const normal = await runCli(runCommand, ['lint', '--project=api'], { ...script, run });
    expect(normal.stdout).toContain('…and 10 more in this file');
  });

  it('--verbose does without a log when the server has none', async () => {
    const handlers = { 'server/subscribeLogs': () => failWith('no logs here') };
    const { exitCode } = await runCli(runCommand, ['lint', '-v'], {
      ...script,
      handlers,
      run: async () => clean,
    });
    expect(exitCode).toBe(ExitCode.clean);
  });
});
