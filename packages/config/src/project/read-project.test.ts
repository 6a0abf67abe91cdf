import { createMemoryFileSystem } from '@tandem/platform';
import { describe, expect, test } from 'vitest';
import type { ReadProjectOptions, ValidProject } from '../index.js';
import { discoverProjects, readProject } from '../index.js';

type Tree = Readonly<Record<string, string>>;
type Options = Omit<ReadProjectOptions, 'files'>;

describe('what is a project', () => {
  const check = async (tree: Tree, expected: object) => {
    const files = createMemoryFileSystem(tree);
    expect(await readProject('/w/folder', { files })).toMatchObject(expected);
  };
  const valid = (name: string, definitionFile: string) => ({
    kind: 'valid',
    project: { name, definitionFile },
  });

  test('finecode.toml on its own is called like its folder', () =>
    check({ '/w/folder/finecode.toml': '' }, valid('folder', '/w/folder/finecode.toml')));
  test('pyproject.toml with the table names the project', () =>
    check(
      { '/w/folder/pyproject.toml': '[project]\nname = "api"\n[tool.finecode]' },
      valid('api', '/w/folder/pyproject.toml'),
    ));
  test('pyproject.toml that lists finecode for its tooling needs no table', () =>
    check(
      {
        '/w/folder/pyproject.toml':
          '[dependency-groups]\ndev_workspace = [{ include-group = "x" }, "finecode[all] ~= 0.4"]',
      },
      valid('folder', '/w/folder/pyproject.toml'),
    ));
  test('pyproject.toml that lists something like it does not use FineCode', () =>
    check(
      {
        '/w/folder/pyproject.toml':
          '[project]\nname = "api"\n[dependency-groups]\ndev_workspace = ["finecode-extras"]',
      },
      { kind: 'no-finecode', name: 'api', watchPaths: expect.arrayContaining(['/w/folder/finecode.toml']) },
    ));
  test('package.json with the field names the project', () =>
    check(
      { '/w/folder/package.json': '{"name": "@acme/web", "finecode": {}}' },
      valid('@acme/web', '/w/folder/package.json'),
    ));
  test('finecode.toml beside a manifest takes its name', () =>
    check(
      { '/w/folder/package.json': '{"name": "web"}', '/w/folder/finecode.toml': '[finecode]' },
      valid('web', '/w/folder/finecode.toml'),
    ));
  test('a byte order mark and Windows line ends change nothing', () =>
    check(
      { '/w/folder/pyproject.toml': '\uFEFF[project]\r\nname = "api"\r\n[tool.finecode]\r\n' },
      valid('api', '/w/folder/pyproject.toml'),
    ));
  test('a folder without any of these is none', () =>
    check({ '/w/folder/readme.md': '' }, { kind: 'no-finecode', name: 'folder' }));
});

describe('environments', () => {
  const handler = (env: string) =>
    `[[finecode.action.a.handlers]]\nname = "${env}"\nsource = "S"\nenv = "${env}"\n`;
  const check = async (tree: Tree, expected: readonly object[]) =>
    expect((await readValid(tree)).project.environments).toMatchObject(expected);

  test('of a Node project are Node, and look into the project too', () =>
    check(
      {
        '/p/package.json': '{"name": "p"}',
        '/p/finecode.toml': `[finecode.action.a]\nsource = "A"\n${handler('dev')}`,
      },
      [
        {
          name: 'dev',
          runtime: 'node',
          dir: '/p/.venvs/dev',
          nodeModulesDirs: ['/p/.venvs/dev/node_modules', '/p/node_modules'],
          hasRunner: true,
        },
      ],
    ));
  test('of a Python project are Python unless a key says otherwise', () =>
    check(
      {
        '/p/pyproject.toml': '[project]\nname = "p"\n[dependency-groups]\ndev_workspace = ["finecode"]',
        '/p/finecode.toml': `[finecode.env.web]\nruntime = "node"\nnode_modules = "project"\n[finecode.env.js]\nruntime = "node"\nnode_modules = "env"\n[finecode.action.a]\nsource = "A"\n${handler('dev')}`,
      },
      [
        { name: 'web', runtime: 'node', nodeModulesDirs: ['/p/node_modules'] },
        { name: 'js', runtime: 'node', nodeModulesDirs: ['/p/.venvs/js/node_modules'] },
        { name: 'runtime', runtime: 'python', hasRunner: false },
        { name: 'dev', runtime: 'python', dir: '/p/.venvs/dev', nodeModulesDirs: [] },
        { name: 'dev_workspace', runtime: 'python' },
      ],
    ));
  test('are debugged when their table or the runner settings say so', () =>
    check(
      {
        '/p/finecode.toml':
          '[finecode.env]\na.runner.debug = true\nb.install_project = true\n[finecode.er.envs.b]\ndebug = true',
      },
      [
        { name: 'a', debug: true, installProject: false },
        { name: 'b', debug: true, installProject: true },
      ],
    ));
});

describe('layers', () => {
  const preset =
    '[tool.finecode.action.lint]\nsource = "Lint"\nhandlers = [{ name = "h", source = "H", env = "dev", config = { level = "preset", kept = 1 } }]';
  const project = 'presets = [{ source = "./preset" }]\naction.lint.handlers.h.config.level = "project"';
  const tree = { '/p/preset/preset.toml': preset, '/p/finecode.toml': `[finecode]\n${project}` };
  const levelOf = ({ project: { actions } }: ValidProject) => actions[0]?.handlers[0]?.config;

  test('the project wins over a preset', async () => {
    expect(levelOf(await readValid(tree))).toEqual({ level: 'project', kept: 1 });
  });
  test('the user file wins over the project, and its presets come on top', async () => {
    const user = 'presets = [{ source = "./mine" }]\n[action.lint.handlers.h]\nconfig.level = "user"';
    const reading = await readValid({
      ...tree,
      '/p/finecode-user.toml': user,
      '/p/mine/preset.toml': '[tool.finecode.action.lint.handlers.h]\nconfig.kept = 2',
    });
    expect(levelOf(reading)).toEqual({ level: 'user', kept: 2 });
    expect(reading.rawConfig).toMatchObject({
      tool: { finecode: { presets: [{ source: './preset' }, { source: './mine' }] } },
    });
  });
  test('a variable wins over all files, an override over the variable', async () => {
    const env = { FINECODE_CONFIG_LINT__H__LEVEL: '"variable"', FINECODE_CONFIG_LINT__KEPT: '3', OTHER: 'x' };
    expect(levelOf(await readValid(tree, { env }))).toEqual({ level: 'variable', kept: 3 });
    const overrides = { lint: { '': { level: 'flag' } }, unknown: { h: { x: 1 } } };
    expect(levelOf(await readValid(tree, { env, overrides }))).toEqual({ level: 'flag', kept: 3 });
  });
  test('user groups are added to those of the project', async () => {
    const reading = await readValid({
      '/p/pyproject.toml': '[dependency-groups]\ndev = ["a"]\n[tool.finecode]',
      '/p/finecode-user.toml': '[dependency-groups]\ndev = ["a", "b"]\nmine = ["c"]',
    });
    expect(reading.rawConfig['dependency-groups']).toEqual({ dev: ['a', 'b'], mine: ['c'] });
  });
  test('a handler that is switched off is not offered and brings no dependencies', async () => {
    const reading = await readValid({
      ...tree,
      '/p/finecode-user.toml': '[action.lint.handlers.h]\nenabled = false\ndependencies = ["h"]',
    });
    expect(reading.project.actions).toMatchObject([{ name: 'lint', handlers: [] }]);
    expect(reading.rawConfig['dependency-groups']).toBeUndefined();
  });
  test('an action keeps its source, and whoever wants another is told', async () => {
    const reading = await readValid({ ...tree, '/p/finecode-user.toml': '[action.lint]\nsource = "Other"' });
    expect(reading.project.actions[0]?.source).toBe('Lint');
    expect(reading.warnings).toMatchObject([
      { severity: 'warning', file: '/p/finecode-user.toml', line: 2, column: 1, key: 'action.lint.source' },
    ]);
  });
});

describe('the raw configuration', () => {
  test('of a Python project holds everything merged and derived', async () => {
    const pyproject = `
[project]
name = "shop"
version = "1.2.0"
dependencies = []
[dependency-groups]
dev_workspace = ["finecode", "shop_tools"]
dev = [{ include-group = "runtime" }]
[tool.black]
line-length = 100
[tool.finecode]
presets = [{ source = "shop_tools" }]
[tool.finecode.action.count.handlers.words]
config.verbose = true
[[tool.finecode.action_handler]]
source = "shop_tools.Lines"
config.limit = 10
[tool.finecode.er.logging]
default_level = "INFO"
`;
    const tools = `
[tool.finecode.action.count]
source = "shop_tools.Count"
handlers = [{ name = "words", source = "shop_tools.Words", env = "dev_no_runtime", dependencies = ["shop_tools"], config = { mode = "fast" } }]
[tool.finecode.action.report]
source = "shop_tools.Report"
[[tool.finecode.action.report.handlers]]
name = "first"
source = "shop_tools.Words"
env = "dev_no_runtime"
dependencies = ["shop_tools"]
[[tool.finecode.action.report.handlers]]
name = "second"
source = "shop_tools.Lines"
env = "dev"
dependencies = ["shop_tools"]
`;
    const envs = `
[[tool.finecode.action_handler]]
source = "venv_maker.Make"
config.copies = true
[tool.finecode.action.make_env]
source = "envs.MakeEnv"
handlers = [{ name = "make", source = "venv_maker.Make", env = "dev_workspace", dependencies = ["venv_maker~=2.0"] }]
`;
    const reading = await readValid(
      {
        '/p/pyproject.toml': pyproject,
        '/lib/shop_tools/preset.toml': tools,
        '/lib/envs/src/envs/preset.toml': envs,
      },
      {
        presets: { resolvePresetPath: async (name) => ({ kind: 'found', dir: `/lib/${name}` }) },
        basePresets: ['envs'],
        pythonRunnerVersion: '0.4.0',
      },
    );
    expect(reading.rawConfig).toEqual({
      project: { name: 'shop', version: '1.2.0', dependencies: ['shop'] },
      'dependency-groups': {
        dev_workspace: ['finecode', 'shop_tools', 'venv_maker~=2.0'],
        dev: [{ 'include-group': 'runtime' }, 'shop_tools', 'finecode_extension_runner == 0.4.0'],
        runtime: ['shop'],
        dev_no_runtime: ['shop_tools', 'finecode_extension_runner == 0.4.0'],
      },
      tool: {
        black: { 'line-length': 100 },
        finecode: {
          presets: [{ source: 'shop_tools' }],
          er: { logging: { default_level: 'INFO' } },
          env: { runtime: { dependencies: { shop: { path: './', editable: true } } } },
          action_handler: [
            { source: 'venv_maker.Make', config: { copies: true } },
            { source: 'shop_tools.Lines', config: { limit: 10 } },
          ],
          action: {
            make_env: {
              source: 'envs.MakeEnv',
              handlers: [
                {
                  name: 'make',
                  source: 'venv_maker.Make',
                  env: 'dev_workspace',
                  dependencies: ['venv_maker~=2.0'],
                },
              ],
            },
            count: {
              source: 'shop_tools.Count',
              handlers: [
                {
                  name: 'words',
                  source: 'shop_tools.Words',
                  env: 'dev_no_runtime',
                  dependencies: ['shop_tools'],
                  config: { mode: 'fast', verbose: true },
                },
              ],
            },
            report: {
              source: 'shop_tools.Report',
              handlers: [
                {
                  name: 'first',
                  source: 'shop_tools.Words',
                  env: 'dev_no_runtime',
                  dependencies: ['shop_tools'],
                },
                { name: 'second', source: 'shop_tools.Lines', env: 'dev', dependencies: ['shop_tools'] },
              ],
            },
          },
        },
      },
    });
    expect(reading.project.handlerConfigs).toEqual({
      'venv_maker.Make': { copies: true },
      'shop_tools.Lines': { limit: 10 },
    });
    expect(reading.project.presets.map(({ name }) => name)).toEqual(['envs', 'shop_tools']);
  });

  const rawOf = async (tree: Tree) => (await readValid(tree)).rawConfig;
  test('leaves a project that already depends on itself alone, however it spells that', async () => {
    const raw = await rawOf({
      '/p/pyproject.toml': '[project]\nname = "My_Shop"\ndependencies = ["my-shop[x]>=1"]\n[tool.finecode]',
    });
    expect(raw).toEqual({
      project: { name: 'My_Shop', dependencies: ['my-shop[x]>=1'] },
      'dependency-groups': { runtime: ['my-shop[x]>=1'] },
      tool: { finecode: {} },
    });
  });
  test('of a Node project has the same shape', async () => {
    const finecode = { service: [{ interface: 'I', source: 'S', env: 'dev', dependencies: ['s'] }] };
    expect(
      await rawOf({
        '/p/package.json': JSON.stringify({ name: 'web', version: '1.0.0', private: true, finecode }),
      }),
    ).toEqual({
      project: { name: 'web', version: '1.0.0' },
      'dependency-groups': { dev: ['s'] },
      tool: { finecode },
    });
  });
  test('is JSON whatever TOML holds', async () => {
    const raw = await rawOf({
      '/p/pyproject.toml':
        '[tool.x]\nday = 1979-05-27\ntop = inf\nbig = 9223372036854775807\n__proto__ = 1\n[tool.finecode]',
    });
    expect(JSON.stringify(raw['tool'])).toBe(
      '{"x":{"day":"1979-05-27","top":"Infinity","big":9223372036854776000,"__proto__":1},"finecode":{}}',
    );
  });
  test('has paths of dependencies relative to the project, and drops those of a preset that are not there', async () => {
    const raw = await rawOf({
      '/p/finecode.toml':
        '[finecode]\npresets = [{ source = "../shared/preset" }]\n[finecode.env.dev.dependencies]\nown = { path = "../lib/own" }\nhere = { path = "." }',
      '/shared/preset/preset.toml':
        '[tool.finecode.env.dev.dependencies]\nkept = { path = "./kept", editable = true }\ngone = { path = "./gone" }\nabsolute = { path = "/shared" }',
      '/shared/preset/kept/x': '',
    });
    expect(raw['tool']).toMatchObject({
      finecode: {
        env: {
          dev: {
            dependencies: {
              kept: { path: '../shared/preset/kept', editable: true },
              absolute: { path: '/shared' },
              own: { path: '../lib/own' },
              here: { path: './' },
            },
          },
        },
      },
    });
    expect(JSON.stringify(raw)).not.toContain('gone');
  });
});

test('discovery and reading share one look at each file', async () => {
  const counts = new Map<string, number>();
  const files = createMemoryFileSystem({
    '/w/a/finecode.toml': '[finecode]',
    '/w/b/pyproject.toml': '[tool.finecode]',
  });
  const counting: typeof files = {
    ...files,
    readTextIfExists(path) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      return files.readTextIfExists(path);
    },
  };
  const { createDocumentReader } = await import('../index.js');
  const documents = createDocumentReader(counting);
  const { projects } = await discoverProjects('/w', { files: counting, documents });
  await Promise.all(projects.map(({ dir }) => readProject(dir, { files: counting, documents })));
  expect(Math.max(...counts.values())).toBe(1);
});

async function readValid(tree: Tree, options: Options = {}): Promise<ValidProject> {
  const reading = await readProject('/p', { files: createMemoryFileSystem(tree), ...options });
  if (reading.kind !== 'valid')
    throw new Error(`expected a valid project: ${JSON.stringify(reading, null, 2)}`);
  return reading;
}
