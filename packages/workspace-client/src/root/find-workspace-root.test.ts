import { createMemoryFileSystem } from '@tandem/platform';
import { expect, test } from 'vitest';
import { findWorkspaceRoot } from './find-workspace-root.js';

async function check(startDir: string, filePaths: readonly string[], expected: string): Promise<void> {
  const files = createMemoryFileSystem(Object.fromEntries(filePaths.map((filePath) => [filePath, ''])));
  expect(await findWorkspaceRoot(startDir, { files })).toBe(expected);
}

const portFile = '.venvs/dev_workspace/cache/finecode/wm_port';

test('the nearest folder with a workspace file', () =>
  check('/a/b/c', ['/a/finecode-workspace.toml', '/a/b/finecode-workspace.toml', '/a/b/c/x'], '/a/b'));
test('which goes before a repository that is nearer', () =>
  check('/a/b/c', ['/a/finecode-workspace.toml', '/a/b/.git/HEAD', '/a/b/c/x'], '/a'));
test('else the repository', () => check('/a/b/c', ['/a/.git/HEAD', '/a/b/c/x'], '/a'));
test('also when its .git is a file, as in a worktree', () =>
  check('/a/b/c', ['/a/b/.git', '/a/b/c/x'], '/a/b'));
test('else the folder itself', () => check('/a/b/c', ['/a/b/c/x', '/a/b/pyproject.toml'], '/a/b/c'));
test('the folder itself when a daemon has its port there', () =>
  check('/a/b', [`/a/b/${portFile}`, '/a/finecode-workspace.toml', '/a/.git/HEAD'], '/a/b'));
test('but not when only a folder above has one', () =>
  check('/a/b', [`/a/${portFile}`, '/a/b/.git/HEAD'], '/a/b'));
test('at the top of the file system', () => check('/', ['/x'], '/'));
test('a folder that is not there is an error that names it', async () => {
  const files = createMemoryFileSystem({});
  await expect(findWorkspaceRoot('/nope', { files })).rejects.toThrow('/nope');
});
