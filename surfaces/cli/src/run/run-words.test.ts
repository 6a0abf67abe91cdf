import { verifies } from '@tandem/testkit';
import { describe, expect, it } from 'vitest';
import { ExitCode } from '../exit-code.js';
import { type CliOptions, type CliRun, runCli } from '../testing/run-cli.js';
import { failWith, type ManagerScript } from '../testing/scripted-manager.js';
import { action, project, twoProjects } from '../testing/two-projects.js';
import { runCommand } from './run-command.js';

const script: ManagerScript = {
  projects: [...twoProjects.projects, project('docs', 'NO_FINECODE')],
  actions: [
    ...twoProjects.actions.map((known) => ({
      ...known,
      handlers: [{ name: 'ruff', source: 'acme.ruff', env: 'dev' }],
    })),
    ...['api', 'web'].flatMap((name) => [action('audit', name, 'workspace'), action('longLines', name)]),
  ],
  schemas: {
    'acme.lint': {
      properties: {
        target: { type: 'string', enum: ['project', 'files'] },
        file_paths: { type: 'array', items: { type: 'string', format: 'uri' } },
      },
      required: [],
    },
    'acme.format': { properties: { save: { type: 'boolean' } }, required: [] },
    'acme.audit': { properties: {}, required: [] },
    'acme.longLines': {
      description: 'Finds lines that are too long.',
      properties: {
        file: { type: 'string', description: 'The file to look at.' },
        timeout: { type: 'integer' },
      },
      required: ['file', 'timeout'],
    },
  },
  run: async () => ({ formats: { json: { messages: {} } }, returnCode: 0 }),
};

const run = (line: string, options: CliOptions = {}): Promise<CliRun> =>
  runCli(runCommand, line.split(' '), script, options);

const runsOf = ({ requests }: CliRun) =>
  requests.filter(({ method }) => method === 'actions/run').map(({ params }) => params);

describe('conversation', () => {
  verifies(
    'wm/overrides/cli-own-server',
    'sets overrides, adds the directory, asks for actions and runs',
    async () => {
      const { requests, connectedWith } = await run(
        '--config.ruff.length=120 --config.strict=true lint format --project api',
      );
      expect(connectedWith).toMatchObject([{ server: 'private', workDir: '/work', startIfMissing: true }]);
      expect(requests.map(({ method }) => method)).toEqual([
        'workspace/setConfigOverrides',
        'workspace/addDir',
        'workspace/listProjects',
        'actions/list',
        'actions/getPayloadSchemas',
        'actions/getPayloadSchemas',
        'actions/run',
        'actions/run',
      ]);
      const overrides = { ruff: { length: 120 }, '': { strict: true } };
      expect(requests[0]?.params).toMatchObject({ overrides: { lint: overrides, format: overrides } });
      expect(requests[1]?.params).toMatchObject({ dirPath: '/work', projects: ['api'] });
      expect(requests[6]?.params).toMatchObject({
        actionSource: 'acme.lint',
        project: '/work/api',
        params: {},
        options: { resultFormats: ['json', 'string'], trigger: 'user', devEnv: 'cli' },
      });
    },
  );

  verifies(
    'wm/overrides/cli-shared-server',
    'leaves the configuration of the shared daemon alone',
    async () => {
      const { requests, stderr, connectedWith, exitCode } = await run('--shared-server --config.a=1 lint');
      expect(connectedWith).toMatchObject([{ server: 'shared' }]);
      expect(requests.map(({ method }) => method)).not.toContain('workspace/setConfigOverrides');
      expect(stderr).toContain('warning: --config.* is ignored with --shared-server');
      expect(exitCode).toBe(ExitCode.clean);
    },
  );

  it('takes place in --workdir', async () => {
    const { requests, connectedWith } = await run('--workdir api lint', { files: { '/work/api/x': '' } });
    expect(connectedWith).toMatchObject([{ workDir: '/work/api' }]);
    expect(requests[0]?.params).toMatchObject({ dirPath: '/work/api' });
  });

  it('tells where the run comes from', async () => {
    expect(runsOf(await run('lint --dev-env=precommit'))[0]).toMatchObject({
      options: { devEnv: 'precommit' },
    });
    const inCi = await run('lint', { environment: { variables: { CI: 'true' } } });
    expect(runsOf(inCi)[0]).toMatchObject({ options: { devEnv: 'ci' } });
  });
});

describe('projects', () => {
  const check = async (line: string, projects: readonly string[]) =>
    expect(runsOf(await run(line))).toMatchObject(projects.map((path) => ({ project: path })));

  it('are all that have the action, or those that are named', async () => {
    await check('lint', ['/work/api', '/work/web']);
    await check('format', ['/work/api']);
    await check('lint --project web', ['/work/web']);
    await check('lint --project ./web', ['/work/web']);
    await check('lint --project /work/api --project web', ['/work/api', '/work/web']);
    await check('lint format --project web --project api', ['/work/api', '/work/web', '/work/api']);
    await check('acme.lint --project web', ['/work/web']);
  });

  it('do not matter to an action of the whole workspace', () => check('audit', ['']));
});

describe('payload', () => {
  it('is read by the schema of each action', async () => {
    const result = await run('lint format --project=api --save=false --target files --payload.extra=[1]');
    expect(runsOf(result)).toMatchObject([
      { actionSource: 'acme.lint', params: { target: 'files', extra: [1] } },
      { actionSource: 'acme.format', params: { save: false, extra: [1] } },
    ]);
  });

  it('decides what a word after a field is', async () => {
    expect(runsOf(await run('--save format'))).toMatchObject([
      { actionSource: 'acme.format', params: { save: true } },
    ]);
  });

  it('goes out unchecked when nobody can tell what it takes', async () => {
    const handlers = { 'actions/getPayloadSchemas': () => failWith('no runner') };
    const result = await runCli(runCommand, ['longLines'], { ...script, handlers });
    expect(runsOf(result)).toMatchObject([{ params: {} }, { params: {} }]);
    expect(result.exitCode).toBe(ExitCode.clean);
  });

  it('names the chosen files, each in its project', async () => {
    const files = { '/work/api/a b.ts': '', '/work/web/c.ts': '', '/work/web/d.ts': '' };
    const result = await runCli(
      runCommand,
      ['lint', '--files=api/a b.ts,web/c.ts', '--files', 'web/d.ts'],
      script,
      { files },
    );
    expect(runsOf(result)).toMatchObject([
      { project: '/work/api', params: { target: 'files', file_paths: ['file:///work/api/a%20b.ts'] } },
      {
        project: '/work/web',
        params: { target: 'files', file_paths: ['file:///work/web/c.ts', 'file:///work/web/d.ts'] },
      },
    ]);
  });
});

describe('usage errors', () => {
  const files = { '/work/api/a.ts': '', '/work/stray.ts': '' };

  it.each([
    ['lnt', 'unknown action lnt; did you mean lint?'],
    ['xyz', 'unknown action xyz (known here: audit, format, lint, longLines)'],
    ['lint --project nowhere', 'unknown project nowhere (known here: api, docs, web)'],
    ['lint --project ap', 'unknown project ap; did you mean api?'],
    ['format --project web', 'web has no action format, but /work/api has'],
    ['lint --project docs', 'docs has no action lint'],
    ['audit --project api', 'audit runs once for the whole workspace'],
    [
      'lint --tarGet=files',
      'unknown option --tarGet: neither tandem run nor lint has it; did you mean --target?',
    ],
    ['lint --target=fils', '--target=fils: expected one of project, files; did you mean files?'],
    ['longLines', '--file is required: The file to look at.\n--payload.timeout is required\n'],
    ['longLines --file=a', 'tandem run: --payload.timeout is required\n'],
    ['lint --target=files --target=project', '--target takes one value, but was given more'],
    ['lint --watch', 'unknown option --watch'],
    ['lint --fix', 'unknown option --fix'],
    ['lint --changed=main', 'unknown option --changed'],
    ['format --save frmat', 'unknown action frmat; did you mean format?'],
    ['--save frmat', 'unknown action frmat; did you mean format?'],
    ['format --files=api/a.ts', 'format cannot be limited to files'],
    ['lint --files=nowhere.ts', 'there is no file /work/nowhere.ts'],
    ['lint --files=api', '/work/api is a directory'],
    ['lint --files=stray.ts', '/work/stray.ts is in no project'],
    [
      'lint --files=api/a.ts --project=web',
      '/work/api/a.ts belongs to /work/api, which --project leaves out',
    ],
    ['lint --config.rufff.length=1', '--config.rufff.length: lint has no handler rufff; did you mean ruff?'],
    ['lint --config.xyz.length=1', 'lint has no handler xyz (known here: ruff)'],
    ['audit --config.ruff.length=1', 'audit has no handler ruff: there are none here'],
    ['lint --workdir=nowhere', 'there is no directory /work/nowhere'],
    ['lint --json=1', '--json takes no value'],
  ])('%s', async (line, message) => {
    const result = await run(line, { files });
    expect(result.stderr).toContain(`tandem run: `);
    expect(result.stderr).toContain(message);
    expect(result.stdout).toBe('');
    expect(result.exitCode).toBe(ExitCode.usage);
    expect(runsOf(result)).toEqual([]);
  });

  it('say so when there is nothing to run', async () => {
    const { stderr, exitCode } = await runCli(runCommand, ['lint'], {});
    expect(stderr).toContain('There are no projects here: a project is a folder with a finecode.toml');
    expect(exitCode).toBe(ExitCode.usage);
  });
});

describe('--help', () => {
  const general = 'Usage: tandem run [options] ACTION…';

  it('asks nobody when it names no action', async () => {
    const { stdout, exitCode, connectedWith } = await run('--help');
    expect(stdout).toContain(general);
    expect(connectedWith).toEqual([]);
    expect(exitCode).toBe(ExitCode.clean);
  });

  it('tells what the actions take, and runs nothing', async () => {
    const result = await run('longLines lint audit nope --help');
    expect(result.stdout).toContain(general);
    expect(result.stdout.slice(result.stdout.indexOf('Fields of'))).toMatchInlineSnapshot(`
      "Fields of longLines (Finds lines that are too long.):
        --file             string   required  The file to look at.
        --payload.timeout  integer  required

      Fields of lint:
        --target      project|files
        --file_paths  list of string

      audit has no fields.

      unknown action nope (known here: audit, format, lint, longLines)
      "
    `);
    expect(runsOf(result)).toEqual([]);
    expect(result.exitCode).toBe(ExitCode.clean);
  });

  it('stays when the workspace cannot tell', async () => {
    const silent = await runCli(runCommand, ['lint', '-h'], { ...script, schemas: {} });
    expect(silent.stdout).toContain('Nobody could tell which fields lint has.');
    const unreachable = await run('lint --help', { connect: () => Promise.reject(new Error('no port')) });
    expect(unreachable.stdout).toContain(general);
    expect(unreachable.stderr).toContain(
      'The fields of the actions are not known: no Workspace Manager: no port',
    );
    expect(unreachable.exitCode).toBe(ExitCode.clean);
  });
});
