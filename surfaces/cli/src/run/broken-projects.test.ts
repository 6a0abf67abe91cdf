import { connectServer, wmContract } from '@tandem/contracts';
import { describe, expect, it } from 'vitest';
import { ExitCode } from '../exit-code.js';
import { runCli } from '../testing/run-cli.js';
import type { ManagerScript } from '../testing/scripted-manager.js';
import { action, project } from '../testing/two-projects.js';
import { runCommand } from './run-command.js';

const clean = { formats: { json: { messages: {} } }, returnCode: 0 };

describe('a project whose configuration is not valid', () => {
  const broken = {
    ...project('web', 'CONFIG_INVALID'),
    problems: [
      {
        message: 'unknown key "handlrs"',
        file: '/work/web/pyproject.toml',
        line: 4,
        column: 1,
        fix: 'Write "handlers".',
      },
    ],
  };
  const script: ManagerScript = {
    projects: [project('api'), broken],
    actions: [action('lint', 'api')],
    run: async () => clean,
  };

  it('is shown with its place and remedy, and never clean', async () => {
    const { stdout, exitCode } = await runCli(runCommand, ['lint'], script);
    expect(stdout).toMatchInlineSnapshot(`
      "✖ web
        /work/web/pyproject.toml:4:1: unknown key "handlrs"
          Write "handlers".
      ✔ api › lint 0 ms

      ✖ 1 failed · 1 run in 1 project · 0 ms
      "
    `);
    expect(exitCode).toBe(ExitCode.failed);
  });

  it('does not matter to those who did not ask for it', async () => {
    const { stdout, exitCode } = await runCli(runCommand, ['lint', '--project=api'], script);
    expect(stdout).not.toContain('web');
    expect(exitCode).toBe(ExitCode.clean);
  });

  it('may have the action that nobody else knows', async () => {
    const { stdout, stderr, exitCode } = await runCli(runCommand, ['type_check'], script);
    expect(stdout).toContain('unknown key "handlrs"');
    expect(stderr).toMatch(/unknown action type_check.*; a project that cannot be read may have it/);
    expect(exitCode).toBe(ExitCode.failed);
  });

  it('may have the field that nobody else knows, even when it is the only project', async () => {
    const alone: ManagerScript = { projects: [broken] };
    const { stdout, stderr, exitCode } = await runCli(runCommand, ['longLines', '--file=x'], alone);
    expect(stdout).toContain(
      '✖ web\n  /work/web/pyproject.toml:4:1: unknown key "handlrs"\n    Write "handlers".',
    );
    expect(stderr).not.toContain('unknown option');
    expect(exitCode).toBe(ExitCode.failed);

    const asJson = await runCli(runCommand, ['longLines', '--file=x', '--json'], alone);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      exitCode: ExitCode.failed,
      brokenProjects: [
        { project: '/work/web', problems: [{ line: 4, column: 1, fix: 'Write "handlers".' }] },
      ],
    });
    expect(asJson.exitCode).toBe(ExitCode.failed);

    const beside = await runCli(runCommand, ['type_check', '--file', 'x'], script);
    expect(beside.stdout).toContain('unknown key "handlrs"');
    expect(beside.exitCode).toBe(ExitCode.failed);
  });

  it('is told by the help for an action that it may have', async () => {
    const { stdout } = await runCli(runCommand, ['type_check', '--help'], script);
    expect(stdout).toContain('web\n  /work/web/pyproject.toml:4:1: unknown key "handlrs"');
  });

  it('may be explained by what the server says meanwhile', async () => {
    const said = [
      '/work/web/finecode.toml:4:1: unknown key "handlrs". Write "handlers".',
      '/work/other/finecode.toml:1:1: of no interest',
    ].join('\n');
    const projects = [project('api'), project('web', 'CONFIG_INVALID')];
    const { stdout, stderr } = await runCli(runCommand, ['lint'], {
      ...script,
      projects,
      handlers: {
        'workspace/addDir': async (_, { peer }) => {
          await connectServer(wmContract, peer).notify('server/userMessage', {
            type: 'ERROR',
            message: said,
          });
          return { projects };
        },
      },
    });
    expect(stdout).toContain(
      '✖ web\n  /work/web/finecode.toml:4:1: unknown key "handlrs". Write "handlers".\n✔',
    );
    expect(stderr).toBe('');
  });

  it('has at least a status when the server knows no more', async () => {
    const { stdout } = await runCli(runCommand, ['lint'], {
      ...script,
      projects: [project('web', 'CONFIG_INVALID')],
    });
    expect(stdout).toContain('/work/web: its configuration is not valid');
  });
});
