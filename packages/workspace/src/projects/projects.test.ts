import { expect, test } from 'vitest';
import { cli, createTestWorkspace, never, projectFile } from '../testing/test-workspace.js';

const signal = never();

function summary(projects: readonly { dir: string; name: string; status: string }[]): readonly string[] {
  return projects.map(({ dir, name, status }) => `${dir} ${name} ${status}`);
}

const twoProjects = {
  '/w/a/finecode.toml': projectFile('greet: h1@dev'),
  '/w/b/finecode.toml': projectFile('greet: h1@dev'),
};

test('a folder gives the projects in it, once', async () => {
  await using t = createTestWorkspace({
    files: { ...twoProjects, '/w/plain/pyproject.toml': '[project]\nname = "p"' },
  });
  const added = await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  expect(summary(added)).toEqual(['/w/a a valid', '/w/b b valid', '/w/plain p not-configured']);
  expect(await t.workspace.addDir(cli, '/w', { signal, startRunners: false })).toEqual([]);
  expect(t.runners.all).toEqual([]);
});

test('a filter by name or folder leaves the others for a later call', async () => {
  await using t = createTestWorkspace({ files: twoProjects });
  const first = await t.workspace.addDir(cli, '/w', { signal, startRunners: false, projects: ['a'] });
  expect(summary(first)).toEqual(['/w/a a valid']);
  expect(t.workspace.listProjects().map(({ name, isInitialised }) => [name, isInitialised])).toEqual([
    ['a', true],
    ['b', false],
  ]);
  expect(t.workspace.listActions().map(({ projectDir }) => projectDir)).toEqual(['/w/a']);
  const second = await t.workspace.addDir(cli, '/w/', {
    signal,
    startRunners: false,
    projects: ['/w/b', 'nobody'],
  });
  expect(summary(second)).toEqual(['/w/b b valid']);
});

test('runners start with the folder, and one that does not start blocks nobody', async () => {
  await using t = createTestWorkspace({ files: twoProjects, missingEnvs: new Set(['/w/a/.venvs/dev']) });
  const added = await t.workspace.addDir(cli, '/w', { signal });
  expect(summary(added)).toEqual(['/w/a a valid', '/w/b b valid']);
  expect(
    t.workspace.listRunners().map(({ projectName, envName, status }) => [projectName, envName, status]),
  ).toEqual([
    ['a', 'dev', 'no-environment'],
    ['b', 'dev', 'running'],
  ]);
  expect(t.messages).toEqual([{ kind: 'error', message: '/w/a/.venvs/dev does not exist.' }]);
});

test('two clients that add a folder at once: each project is initialised once', async () => {
  await using t = createTestWorkspace({ files: twoProjects });
  const both = await Promise.all([
    t.workspace.addDir(cli, '/w', { signal }),
    t.workspace.addDir(cli, '/w', { signal }),
  ]);
  expect(both.flatMap(summary).sort()).toEqual(['/w/a a valid', '/w/b b valid']);
  expect(t.runners.all).toHaveLength(2);
});

test('handlers are created at once when that is asked for', async () => {
  await using t = createTestWorkspace({ files: twoProjects });
  await t.workspace.addDir(cli, '/w', { signal, projects: ['a'] });
  await t.workspace.addDir(cli, '/w', { signal, initializeAllHandlers: false });
  expect(t.runners.at('/w/a', 'dev').config.handlersToInitialize).toEqual({ greet: ['h1'] });
  expect(t.runners.at('/w/b', 'dev').config.handlersToInitialize).toBeUndefined();
});

test('a folder that is not there is refused and not remembered', async () => {
  await using t = createTestWorkspace({ files: twoProjects });
  await expect(t.workspace.addDir(cli, '/nowhere', { signal })).rejects.toMatchObject({
    code: 'dir-not-found',
  });
  await expect(t.workspace.addDir(cli, 'relative', { signal })).rejects.toMatchObject({
    code: 'dir-not-found',
  });
  await expect(t.workspace.removeDir('/nowhere')).rejects.toMatchObject({ code: 'dir-not-found' });
  expect(t.workspace.listDirs()).toEqual([]);
});

test('removing a folder stops the runners of projects that no other folder holds', async () => {
  await using t = createTestWorkspace({ files: twoProjects });
  await t.workspace.addDir(cli, '/w', { signal });
  await t.workspace.addDir(cli, '/w/b', { signal });
  await t.workspace.removeDir('/w/');
  expect(summary(t.workspace.listProjects())).toEqual(['/w/b b valid']);
  expect(t.workspace.listRunners().map(({ projectDir }) => projectDir)).toEqual(['/w/b']);
  expect(t.runners.all.map(({ start, isRunning }) => [start.projectDir, isRunning])).toEqual([
    ['/w/a', false],
    ['/w/b', true],
  ]);
  expect([...t.watcher.watchedPaths].every((path) => path.startsWith('/w/b/'))).toBe(true);
});

test('a file belongs to the deepest configured project that holds it', async () => {
  await using t = createTestWorkspace({
    files: {
      '/w/finecode.toml': projectFile(),
      '/w/a/finecode.toml': projectFile(),
      '/w/plain/pyproject.toml': '[project]\nname = "p"',
    },
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  const check = (filePath: string, expected: string | undefined) =>
    expect(t.workspace.findProjectForFile(filePath)).toBe(expected);
  check('/w/x.py', '/w');
  check('/w/a/deep/x.py', '/w/a');
  check('/w/ab/x.py', '/w');
  check('/w/plain/x.py', '/w');
  check('/elsewhere/x.py', undefined);
});

test('all packages of a workspace are editable when its file says so', async () => {
  await using t = createTestWorkspace({
    files: {
      ...twoProjects,
      '/w/finecode-workspace.toml': '[workspace]\nall_workspace_packages_editable = true',
    },
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  expect(await t.workspace.editablePackages()).toEqual({ a: '/w/a', b: '/w/b' });
});

test('many projects added by two clients at once are initialised once each', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => [`/w/p${n}/finecode.toml`, projectFile('greet: h1@dev')]),
  );
  await using t = createTestWorkspace({ files });
  const both = await Promise.all([
    t.workspace.addDir(cli, '/w', { signal, startRunners: false }),
    t.workspace.addDir(cli, '/w', { signal, startRunners: false }),
  ]);
  const dirs = both.flat().map(({ dir }) => dir);
  expect(dirs).toHaveLength(100);
  expect(new Set(dirs).size).toBe(100);
});

test('when one of two clients gives up, the other gets all projects', async () => {
  await using t = createTestWorkspace({ files: twoProjects });
  const controller = new AbortController();
  const first = t.workspace.addDir(cli, '/w', { signal: controller.signal, startRunners: false });
  const outcome = expect(first).rejects.toThrow('changed my mind');
  const second = t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  controller.abort(new Error('changed my mind'));
  await outcome;
  await second;
  expect(summary(t.workspace.listProjects())).toEqual(['/w/a a valid', '/w/b b valid']);
  expect(t.workspace.listActions()).toHaveLength(2);
});
