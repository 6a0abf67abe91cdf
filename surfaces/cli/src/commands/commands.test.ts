import { createManualClock } from '@tandem/platform';
import { describe, expect, it } from 'vitest';
import { ExitCode } from '../exit-code.js';
import { type CliOptions, type Command, runCli } from '../testing/run-cli.js';
import { failWith, type ManagerScript } from '../testing/scripted-manager.js';
import { action, project } from '../testing/two-projects.js';
import { actionsCommand } from './actions-command.js';
import { dumpConfigCommand } from './dump-config-command.js';
import { projectsCommand } from './projects-command.js';
import { runnersCommand } from './runners-command.js';
import { stopCommand } from './stop-command.js';

const broken = {
  ...project('web', 'CONFIG_INVALID'),
  problems: [{ message: 'not TOML', file: '/work/web/pyproject.toml', line: 2, column: 7 }],
};
const script: ManagerScript = {
  projects: [project('api'), broken, project('docs', 'NO_FINECODE')],
  actions: [
    { ...action('lint', 'api'), handlers: [{ name: 'eslint', source: 'acme.eslint', env: 'dev' }] },
    action('check_formatting', 'api'),
  ],
  handlers: {
    'runners/list': () => ({
      runners: [
        { project: '/work/api', env: 'dev', status: 'RUNNING', readable_id: 'api::dev' },
        { project: '/work/web', env: 'runtime', status: 'NO_VENV', readable_id: 'web::runtime' },
      ],
    }),
    'workspace/getProjectRawConfig': ({ project: path }) => ({ rawConfig: { of: path } }),
    'workspace/explainConfig': ({ project: path }) => ({
      values: [{ key: 'tool.x', value: 'y', source: `${path}/finecode.toml:3:1` }],
    }),
    'server/shutdown': (_, { peer }) => {
      setImmediate(() => void peer.close());
      return {};
    },
  },
};

const run = (command: Command, args: readonly string[] = [], options: CliOptions = {}) =>
  runCli(command, args, script, options);

describe('tandem actions', () => {
  it('lists actions by project, with their handlers', async () => {
    const { stdout, exitCode, requests } = await run(actionsCommand, ['--project=api']);
    expect(stdout).toMatchInlineSnapshot(`
      "api
        lint              acme.lint              eslint (dev)
        check_formatting  acme.check_formatting
      "
    `);
    expect(exitCode).toBe(ExitCode.clean);
    expect(requests[0]).toMatchObject({ method: 'workspace/addDir', params: { startRunners: false } });
  });

  it('prints JSON', async () => {
    const { stdout } = await run(actionsCommand, ['--json', '--project=api']);
    expect(JSON.parse(stdout)).toMatchObject({ actions: [{ name: 'lint' }, { name: 'check_formatting' }] });
  });

  it('says when there are none', async () => {
    const { stderr, stdout } = await run(actionsCommand, ['--project', 'docs']);
    expect(stdout).toBe('');
    expect(stderr).toBe('There are no actions here.\n');
  });

  it.each([[], ['--json'], ['--project=web']])(
    'is never clean when a project is broken: %s',
    async (...args) => {
      const { stderr, exitCode } = await run(actionsCommand, args);
      expect(stderr).toBe('web\n  /work/web/pyproject.toml:2:7: not TOML\n');
      expect(exitCode).toBe(ExitCode.failed);
    },
  );
});

describe('tandem projects', () => {
  it('lists projects and what is wrong with them', async () => {
    expect((await run(projectsCommand)).stdout).toMatchInlineSnapshot(`
      "api   api   ready
      web   web   configuration not valid
      docs  docs  not configured

      web
        /work/web/pyproject.toml:2:7: not TOML
      "
    `);
  });

  it('prints JSON', async () => {
    const { stdout } = await run(projectsCommand, ['--json', '--shared-server']);
    expect(JSON.parse(stdout)).toMatchObject({
      projects: [{ name: 'api' }, { name: 'web' }, { name: 'docs' }],
    });
  });
});

describe('tandem runners', () => {
  it('lists the runners of the daemon, which it never starts', async () => {
    const { stdout, connectedWith } = await run(runnersCommand);
    expect(connectedWith).toMatchObject([{ server: 'shared', startIfMissing: false }]);
    expect(stdout).toMatchInlineSnapshot(`
      "api  dev      running
      web  runtime  no venv
      "
    `);
    expect((await run(runnersCommand, ['--project', 'api'])).stdout).not.toContain('web');
    expect(JSON.parse((await run(runnersCommand, ['--json'])).stdout)).toMatchObject({
      runners: [{ env: 'dev' }, { env: 'runtime' }],
    });
  });

  it('says when there is no daemon', async () => {
    const { stdout, stderr, exitCode } = await run(runnersCommand, ['--json'], {
      connect: async () => undefined,
    });
    expect(JSON.parse(stdout)).toEqual({ runners: [] });
    expect(stderr).toContain('No Workspace Manager runs');
    expect(exitCode).toBe(ExitCode.clean);
  });
});

describe('tandem stop', () => {
  it('waits until the daemon is gone', async () => {
    const { stdout, exitCode } = await run(stopCommand);
    expect(stdout).toBe('The Workspace Manager has stopped.\n');
    expect(exitCode).toBe(ExitCode.clean);
  });

  it('has nothing to do when there is none', async () => {
    const { stdout, exitCode } = await run(stopCommand, [], { connect: async () => undefined });
    expect(stdout).toBe('No Workspace Manager runs for this workspace.\n');
    expect(exitCode).toBe(ExitCode.clean);
  });

  it('does not wait for ever', async () => {
    const clock = createManualClock();
    const handlers = {
      'server/shutdown': () => {
        void clock.advance(30_000);
        return {};
      },
    };
    const { stderr, exitCode } = await runCli(stopCommand, [], { handlers }, { clock });
    expect(stderr).toBe('tandem stop: the Workspace Manager did not stop within 30 s\n');
    expect(exitCode).toBe(ExitCode.failed);
  });
});

describe('tandem dump-config', () => {
  it('prints the configuration of one project', async () => {
    const { stdout } = await run(dumpConfigCommand, ['--project=api']);
    expect(JSON.parse(stdout)).toEqual({ of: '/work/api' });
  });

  it('tells where each value came from', async () => {
    const { stdout } = await run(dumpConfigCommand, ['--project=api', '--explain']);
    expect(stdout).toBe('tool.x = "y"  # /work/api/finecode.toml:3:1\n');
  });

  it('has nothing to print of a broken project but what is wrong with it', async () => {
    const { stdout, stderr, exitCode } = await run(dumpConfigCommand, ['--project=web']);
    expect(stdout).toBe('');
    expect(stderr).toBe('web\n  /work/web/pyproject.toml:2:7: not TOML\n');
    expect(exitCode).toBe(ExitCode.failed);
  });

  it('asks which one', async () => {
    const { stderr, exitCode } = await run(dumpConfigCommand);
    expect(stderr).toBe('tandem dump-config: which project? Add --project=NAME, one of api, web, docs\n');
    expect(exitCode).toBe(ExitCode.usage);
  });
});

describe('an empty folder', () => {
  it.each([
    [projectsCommand, ExitCode.clean],
    [actionsCommand, ExitCode.clean],
    [dumpConfigCommand, ExitCode.usage],
  ])('is told what would make it a project', async (command, expected) => {
    const { stderr, exitCode } = await runCli(command, [], {});
    expect(stderr).toContain(
      'There are no projects here: a project is a folder with a finecode.toml, a pyproject.toml that uses FineCode, or a package.json with a finecode field.\n',
    );
    expect(exitCode).toBe(expected);
  });
});

describe('every command', () => {
  it.each([
    ['actions', actionsCommand],
    ['projects', projectsCommand],
    ['runners', runnersCommand],
    ['stop', stopCommand],
    ['dump-config', dumpConfigCommand],
  ])('%s explains itself and refuses what it does not know', async (name, command) => {
    expect((await run(command, ['--help'])).stdout).toContain(`Usage: tandem ${name} [options]`);
    const misspelt = await run(command, ['--workdri=x']);
    expect(misspelt.stderr).toBe(`tandem ${name}: unknown option --workdri; did you mean --workdir?\n`);
    expect(misspelt.exitCode).toBe(ExitCode.usage);
    expect((await run(command, ['word'])).exitCode).toBe(ExitCode.usage);
    expect((await run(command, ['--workdir'])).exitCode).toBe(ExitCode.usage);
    expect((await run(command, [], { signal: AbortSignal.abort() })).exitCode).toBe(ExitCode.interrupted);
    const unreachable = await run(command, [], { connect: () => Promise.reject(new Error('no port')) });
    expect(unreachable).toMatchObject({
      stderr: expect.stringContaining('no port'),
      exitCode: ExitCode.failed,
    });
  });

  it('reports what the server refuses', async () => {
    const handlers = { 'workspace/addDir': () => failWith('the folder is not trusted') };
    const { stderr, exitCode } = await runCli(projectsCommand, [], { handlers });
    expect(stderr).toBe('tandem projects: the folder is not trusted\n');
    expect(exitCode).toBe(ExitCode.failed);
  });
});
