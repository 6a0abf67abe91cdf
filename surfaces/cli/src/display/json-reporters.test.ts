import { describe, expect, it } from 'vitest';
import { ExitCode } from '../exit-code.js';
import { runCommand } from '../run/run-command.js';
import { runCli } from '../testing/run-cli.js';
import { failWith, type ManagerScript } from '../testing/scripted-manager.js';
import { action, lintResult, project } from '../testing/two-projects.js';

const lint = lintResult('/work/api/a.ts', [{ line: 0, from: 0, to: 1, message: 'bad', severity: 2 }]);
const script: ManagerScript = {
  projects: [project('api'), project('web', 'CONFIG_INVALID')],
  actions: [action('lint', 'api'), action('format', 'api')],
  async run({ params, progress, userMessage }) {
    await progress({ type: 'report', message: 'half', percentage: 50 });
    await userMessage('hello', 'INFO');
    if (params.actionSource === 'acme.format') failWith('prettier is missing');
    return lint;
  },
};

describe('--json', () => {
  it('prints one document and nothing else', async () => {
    const { stdout, stderr, exitCode } = await runCli(runCommand, ['--json', 'lint', 'format'], script);
    expect(stderr).toBe('');
    expect(exitCode).toBe(ExitCode.failed);
    expect(JSON.parse(stdout)).toEqual({
      exitCode: 3,
      durationMs: 0,
      problems: 1,
      problemsBySeverity: { error: 0, warning: 1, info: 0, hint: 0 },
      files: 1,
      failures: 2,
      runs: [
        {
          project: '/work/api',
          projectName: 'api',
          action: 'lint',
          actionSource: 'acme.lint',
          returnCode: 1,
          result: lint.formats.json,
          durationMs: 0,
        },
        {
          project: '/work/api',
          projectName: 'api',
          action: 'format',
          actionSource: 'acme.format',
          error: 'prettier is missing',
          durationMs: 0,
        },
      ],
      brokenProjects: [
        {
          project: '/work/web',
          projectName: 'web',
          problems: [{ message: 'its configuration is not valid' }],
        },
      ],
    });
  });

  it('asks for no text', async () => {
    const { requests } = await runCli(runCommand, ['--json', 'lint'], script);
    const run = requests.find(({ method }) => method === 'actions/run');
    expect(run?.params).toMatchObject({ options: { resultFormats: ['json'] } });
  });

  it('is a document even when the run never began', async () => {
    const usage = await runCli(runCommand, ['--json', '--project'], script);
    expect(JSON.parse(usage.stdout)).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining('needs a value'),
    });
    const unknown = await runCli(runCommand, ['lnt', '--json', '--project=api'], script);
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      exitCode: 2,
      error: 'unknown action lnt; did you mean lint?',
    });
  });

  it('is a document even when the run was interrupted', async () => {
    const { stdout, exitCode } = await runCli(runCommand, ['--json', 'lint'], script, {
      signal: AbortSignal.abort(),
    });
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 130, error: 'interrupted', runs: [] });
    expect(exitCode).toBe(ExitCode.interrupted);
  });
});

describe('--jsonl', () => {
  it('prints an object for each event', async () => {
    const { stdout, stderr } = await runCli(runCommand, ['--jsonl', 'lint', '--project=api'], script);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(stderr).toBe('');
    expect(events.map(({ event }) => event)).toEqual([
      'started',
      'progress',
      'userMessage',
      'ended',
      'finished',
    ]);
    expect(events[1]).toMatchObject({ action: 'lint', progress: { message: 'half', percentage: 50 } });
    expect(events[3]).toMatchObject({ project: '/work/api', returnCode: 1, result: lint.formats.json });
    expect(events[4]).toMatchObject({ exitCode: 1, problems: 1 });
  });

  it('also tells why there was no run', async () => {
    const { stdout } = await runCli(runCommand, ['--jsonl', 'lint', '--nonsense=1', '--project=api'], script);
    expect(JSON.parse(stdout)).toMatchObject({ event: 'aborted', exitCode: 2 });
  });
});
