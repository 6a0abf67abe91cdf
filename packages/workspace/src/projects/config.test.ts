import { expect, test } from 'vitest';
import { cli, createTestWorkspace, never, projectFile, runRequest } from '../testing/test-workspace.js';

const signal = never();
const file = '/w/a/finecode.toml';
const broken = '[finecode]\naction = 3\n';

function files(a: string) {
  return { [file]: a, '/w/b/finecode.toml': projectFile('greet: h1@dev') };
}

const handlers = { 'tools.h1': ({ config }: { readonly config: unknown }) => ({ config }) };

test('a broken project is told with place and fix, and costs the others nothing', async () => {
  await using t = createTestWorkspace({ files: files(broken), handlers });
  const added = await t.workspace.addDir(cli, '/w', { signal });
  expect(added.map(({ name, status }) => [name, status])).toEqual([
    ['a', 'invalid'],
    ['b', 'valid'],
  ]);
  expect(added[0]?.problems[0]).toMatchObject({ file, line: 2, key: 'finecode.action' });
  expect(t.messages).toMatchObject([{ kind: 'error', message: expect.stringContaining(`${file}:2:`) }]);
  await expect(
    t.workspace.run(cli, runRequest('actions.greet', '/w/a'), {}, { signal }),
  ).rejects.toMatchObject({ code: 'config-invalid', message: expect.stringContaining(`${file}:2:`) });
  expect((await t.workspace.run(cli, runRequest('actions.greet', ''), {}, { signal })).projects.size).toBe(1);
});

test('a retry after the fix works, without the watcher', async () => {
  await using t = createTestWorkspace({ files: files(broken), handlers });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  await t.files.writeAtomic(file, projectFile('greet: h1@dev'));
  const again = await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  expect(again.map(({ name, status }) => [name, status])).toEqual([['a', 'valid']]);
});

test('a file that is fixed, or broken, is noticed without a restart', async () => {
  await using t = createTestWorkspace({ files: files(broken), handlers });
  await t.workspace.addDir(cli, '/w', { signal });
  const statusOfA = () => t.workspace.listProjects().find(({ name }) => name === 'a')?.status;
  await t.files.writeAtomic(file, projectFile('greet: h1@dev'));
  t.watcher.touch(file);
  await t.clock.advance(0);
  expect(statusOfA()).toBe('valid');
  expect(t.treeChanges.at(-1)).toMatchObject({
    id: '/w/a',
    status: 'valid',
    children: [{ name: 'Actions' }, {}],
  });
  await t.workspace.run(cli, runRequest('actions.greet', '/w/a'), {}, { signal });
  await t.files.writeAtomic(file, broken);
  t.watcher.touch(file);
  await t.clock.advance(0);
  expect(statusOfA()).toBe('invalid');
  expect(t.messages.at(-1)).toMatchObject({ kind: 'error' });
});

test('a changed file reaches the runner that runs', async () => {
  await using t = createTestWorkspace({ files: files(projectFile('greet: h1@dev')), handlers });
  await t.workspace.addDir(cli, '/w', { signal });
  await t.files.writeAtomic(file, projectFile('greet: h1@dev', 'more: h1@dev'));
  t.watcher.touch(file);
  t.watcher.touch(file);
  await t.clock.advance(0);
  expect(t.runners.at('/w/a', 'dev').config.actions.map(({ name }) => name)).toEqual(['greet', 'more']);
});

test('reloading tells which actions came and went', async () => {
  await using t = createTestWorkspace({ files: files(projectFile('greet: h1@dev')), handlers });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  await t.files.writeAtomic(file, projectFile('lint: h1@dev'));
  expect(await t.workspace.reloadConfig({ signal })).toEqual([
    {
      projectDir: '/w/a',
      outcome: 'reloaded',
      actionsAdded: ['actions.lint'],
      actionsRemoved: ['actions.greet'],
      runsInFlight: 0,
    },
    { projectDir: '/w/b', outcome: 'reloaded', actionsAdded: [], actionsRemoved: [], runsInFlight: 0 },
  ]);
  await t.files.writeAtomic(file, broken);
  const [failed] = await t.workspace.reloadConfig({ signal, projectDir: '/w/a' });
  expect(failed).toMatchObject({ outcome: 'failed', problem: expect.stringContaining(`${file}:2:`) });
});

test('rescanning finds what came and forgets what went', async () => {
  await using t = createTestWorkspace({ files: files(projectFile('greet: h1@dev')), handlers });
  await t.workspace.addDir(cli, '/w', { signal });
  await t.files.ensureDirectory('/w/new');
  await t.files.writeAtomic('/w/new/finecode.toml', projectFile('greet: h1@dev'));
  await t.files.remove('/w/b');
  const reloaded = await t.workspace.reloadConfig({ signal, rescan: true });
  expect(
    reloaded.map(({ projectDir, outcome, actionsAdded }) => [projectDir, outcome, actionsAdded]),
  ).toEqual([
    ['/w/a', 'reloaded', []],
    ['/w/new', 'reloaded', ['actions.greet']],
  ]);
  expect(t.workspace.listProjects().map(({ dir }) => dir)).toEqual(['/w/a', '/w/new']);
  expect(t.workspace.listRunners().map(({ projectDir }) => projectDir)).toEqual(['/w/a']);
});

test('a project with runs in flight is reloaded only when they may be cancelled', async () => {
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  await using t = createTestWorkspace({
    files: files(projectFile('greet: h1@dev')),
    handlers: {
      'tools.h1': () => {
        begun();
        return new Promise(() => undefined);
      },
    },
  });
  await t.workspace.addDir(cli, '/w', { signal });
  const running = t.workspace.run(cli, runRequest('actions.greet', '/w/a'), {}, { signal });
  const outcome = expect(running).rejects.toMatchObject({ code: 'run-cancelled' });
  await hasBegun;
  expect(await t.workspace.reloadConfig({ signal, projectDir: '/w/a' })).toMatchObject([
    { outcome: 'busy', runsInFlight: 1 },
  ]);
  expect(await t.workspace.reloadConfig({ signal, projectDir: '/w/a', cancelRuns: true })).toMatchObject([
    { outcome: 'reloaded' },
  ]);
  await outcome;
});

test('overrides win over the files, reach running runners at once, and go when replaced', async () => {
  const configured = `${projectFile('greet: ')}[[finecode.action.greet.handlers]]
name = "h1"
source = "tools.h1"
env = "dev"
config = { level = 1, kept = true }
`.replace('handlers = []\n', '');
  await using t = createTestWorkspace({
    files: files(configured),
    handlers,
    variables: { FINECODE_CONFIG_GREET__LEVEL: '2' },
  });
  await t.workspace.setConfigOverrides({ greet: { h1: { level: 3 } } }, { signal });
  await t.workspace.addDir(cli, '/w', { signal });
  const configOfA = async () =>
    (await t.workspace.run(cli, runRequest('actions.greet', '/w/a'), {}, { signal })).result.json;
  expect(await configOfA()).toEqual({ config: { level: 3, kept: true } });
  await t.workspace.setConfigOverrides({ greet: { '': { other: 4 } } }, { signal });
  expect(await configOfA()).toEqual({ config: { level: 2, kept: true, other: 4 } });
  await t.workspace.setConfigOverrides({}, { signal });
  expect(await configOfA()).toEqual({ config: { level: 2, kept: true } });
});

test('the merged configuration can be read, and every value explained', async () => {
  await using t = createTestWorkspace({ files: files(projectFile('greet: h1@dev')) });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false, projects: ['a'] });
  expect(t.workspace.rawConfig('/w/a')).toMatchObject({
    tool: { finecode: { action: { greet: { source: 'actions.greet' } } } },
  });
  expect(t.workspace.rawConfig('/w/b')).toEqual({});
  const source = t.workspace
    .explainConfig('/w/a')
    .find(({ key }) => key === 'tool.finecode.action.greet.source');
  expect(source?.source).toMatchObject({ kind: 'file', file });
  expect(() => t.workspace.rawConfig('/nowhere')).toThrow('No project "/nowhere"');
});

const pythonProject = `[project]
name = "py"
[dependency-groups]
dev_workspace = ["finecode"]
[tool.finecode]
presets = [{ source = "nice_preset" }]
[tool.finecode.env.dev]
runtime = "node"
`;
const preset = `[tool.finecode.action.greet]
source = "actions.greet"
handlers = [{ name = "h1", source = "tools.h1", env = "dev" }]
`;

test('presets that are Python packages are found by the runner of the tooling environment', async () => {
  await using t = createTestWorkspace({
    files: { '/w/pyproject.toml': pythonProject, '/site/nice_preset/preset.toml': preset },
    packages: { nice_preset: '/site/nice_preset' },
    handlers,
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  expect(t.workspace.listActions()).toEqual([]);
  await t.workspace.startRunners(cli, { signal });
  expect(t.workspace.listActions().map(({ source }) => source)).toEqual(['actions.greet']);
  expect(t.workspace.listRunners().map(({ envName, status }) => [envName, status])).toEqual([
    ['dev_workspace', 'running'],
    ['dev', 'running'],
  ]);
  expect(t.watcher.watchedPaths).toContain('/site/nice_preset/preset.toml');
});

test('without its tooling environment a project is there, without the actions of its presets', async () => {
  await using t = createTestWorkspace({
    files: { '/w/pyproject.toml': pythonProject },
    missingEnvs: new Set(['/w/.venvs/dev_workspace']),
  });
  const [project] = await t.workspace.addDir(cli, '/w', { signal });
  expect(project?.status).toBe('valid');
  expect(t.workspace.listRunners()).toMatchObject([{ envName: 'dev_workspace', status: 'no-environment' }]);
});

test('a run finds an action of a preset that nobody has looked up before', async () => {
  await using t = createTestWorkspace({
    files: { '/w/pyproject.toml': pythonProject, '/site/nice_preset/preset.toml': preset },
    packages: { nice_preset: '/site/nice_preset' },
    handlers,
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  const report = await t.workspace.run(cli, runRequest('actions.greet', ''), {}, { signal });
  expect(report.returnCode).toBe(0);
});

test('a reset reads all again and replaces the runners', async () => {
  await using t = createTestWorkspace({ files: files(projectFile('greet: h1@dev')), handlers });
  await t.workspace.addDir(cli, '/w', { signal });
  const before = t.runners.at('/w/a', 'dev');
  await t.files.writeAtomic(file, projectFile('greet: h1@dev', 'lint: h1@dev'));
  await t.workspace.reset(cli, { signal });
  expect(t.workspace.listActions('/w/a').map(({ name }) => name)).toEqual(['greet', 'lint']);
  expect(t.runners.at('/w/a', 'dev')).not.toBe(before);
});
