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
