import { describe, expect, it } from 'vitest';
import { ExitCode } from '../exit-code.js';
import { runCli } from '../testing/run-cli.js';
import { failWith } from '../testing/scripted-manager.js';
import { lintResult, twoProjects } from '../testing/two-projects.js';
import { runCommand } from './run-command.js';

describe('tandem run', () => {
  it('shows problems by project, action and file, with the source line', async () => {
    const { stdout, stderr, exitCode } = await runCli(
      runCommand,
      ['lint'],
      {
        ...twoProjects,
        run: async ({ params }) =>
          params.project === '/work/api'
            ? lintResult('file:///work/api/src/a.ts', [
                { line: 1, from: 2, to: 10, message: 'Unexpected debugger', code: 'no-debugger' },
              ])
            : { formats: { json: { messages: {} } }, returnCode: 0 },
      },
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

  it('reports the failure of one run beside the results of the others', async () => {
    const { stdout, exitCode } = await runCli(runCommand, ['lint'], {
      ...twoProjects,
      run: async ({ params }) =>
        params.project === '/work/api'
          ? failWith('eslint is not installed')
          : { formats: { string: 'fine' }, returnCode: 1 },
    });
    expect(stdout).toMatchInlineSnapshot(`
      "✖ api › lint 0 ms
        eslint is not installed
      ✖ web › lint 0 ms
        fine

      ✖ 1 failed · 1 action not satisfied · 2 runs in 2 projects · 0 ms
      "
    `);
    expect(exitCode).toBe(ExitCode.failed);
  });
});
