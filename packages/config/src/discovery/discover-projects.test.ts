import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileSystem, createMemoryFileSystem, PlatformError } from '@tandem/platform';
import { describe, expect, test } from 'vitest';
import { createDocumentReader, discoverProjects, readProject } from '../index.js';

const check = async (tree: Readonly<Record<string, string>>, expected: readonly string[], rootDir = '/w') => {
  const { projects } = await discoverProjects(rootDir, { files: createMemoryFileSystem(tree) });
  expect(projects.map(({ dir, usesFinecode }) => (usesFinecode ? dir : `${dir} (no FineCode)`))).toEqual(
    expected,
  );
};

describe('a folder is a project', () => {
  test('by any of three files, in order of path', () =>
    check(
      {
        '/w/b/pyproject.toml': '[tool.finecode]',
        '/w/a/finecode.toml': '',
        '/w/finecode.toml': '',
        '/w/b/nested/package.json': '{"finecode": {}}',
      },
      ['/w', '/w/a', '/w/b', '/w/b/nested'],
    ));
  test('when it is Python that never heard of FineCode, but is marked so', () =>
    check({ '/w/a/pyproject.toml': '[project]\nname = "a"' }, ['/w/a (no FineCode)']));
  test('not by a package.json without the field, wherever the word stands', () =>
    check({ '/w/a/package.json': '{"keywords": ["finecode"]}', '/w/b/package.json': '{}' }, []));
  test('also when its files are broken', () =>
    check({ '/w/a/finecode.toml': '[', '/w/b/package.json': '{"finecode": ', '/w/c/pyproject.toml': '=' }, [
      '/w/a',
      '/w/b',
      '/w/c',
    ]));
});

describe('the walk leaves out', () => {
  test('folders of tools, caches, dumps and test data', () => {
    const left = [
      '.venv',
      '.venvs',
      '.git',
      'node_modules',
      '__pycache__',
      '.tox',
      'dist',
      'build',
      '.mypy_cache',
      '.ruff_cache',
      '.pytest_cache',
      '__testdata__',
      'finecode_config_dump',
    ];
    const tree = Object.fromEntries(left.map((name) => [`/w/x/${name}/deep/finecode.toml`, '']));
    return check({ ...tree, '/w/x/builder/finecode.toml': '' }, ['/w/x/builder']);
  });
  test('ignored folders, by the nearest file that speaks', () =>
    check(
      {
        '/w/.gitignore': 'gen*/\n/top\n',
        '/w/generated/finecode.toml': '',
        '/w/top/finecode.toml': '',
        '/w/a/top/finecode.toml': '',
        '/w/a/.gitignore': '!generated\nlocal',
        '/w/a/generated/deep/finecode.toml': '',
        '/w/a/local/finecode.toml': '',
        '/w/local/finecode.toml': '',
      },
      ['/w/a/generated/deep', '/w/a/top', '/w/local'],
    ));
  test('what files above the folder ignore, up to the top of the repository', () =>
    check(
      {
        '/.gitignore': 'kept',
        '/w/.git/HEAD': '',
        '/w/.gitignore': 'tmp',
        '/w/sub/tmp/finecode.toml': '',
        '/w/sub/kept/finecode.toml': '',
      },
      ['/w/sub/kept'],
      '/w/sub',
    ));
  test('nothing by rules that ignore the folder somebody asked for', () =>
    check(
      { '/w/.git/HEAD': '', '/w/.gitignore': '/scratch\n*x', '/w/scratch/ax/finecode.toml': '' },
      ['/w/scratch/ax'],
      '/w/scratch',
    ));
});

test('a folder that may not be listed is reported and costs the others nothing', async () => {
  const files = createMemoryFileSystem({ '/w/a/finecode.toml': '', '/w/secret/finecode.toml': '' });
  const guarded: typeof files = {
    ...files,
    async readDirectory(path) {
      if (path === '/w/secret') throw new PlatformError('permission-denied', 'Cannot list /w/secret.');
      return files.readDirectory(path);
    },
  };
  const discovery = await discoverProjects('/w', { files: guarded });
  expect(discovery).toEqual({
    projects: [{ dir: '/w/a', name: 'a', usesFinecode: true }],
    unreadable: [{ dir: '/w/secret', reason: 'Cannot list /w/secret.' }],
  });
  await expect(discoverProjects('/w/secret', { files: guarded })).rejects.toThrow('Cannot list /w/secret.');
});

test('a cancelled walk stops', async () => {
  const files = createMemoryFileSystem({ '/w/finecode.toml': '' });
  await expect(discoverProjects('/w', { files, signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

test('links to folders are not followed, so a circle ends', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tandem discovery ü-'));
  try {
    await mkdir(join(root, 'a'));
    await writeFile(join(root, 'a', 'finecode.toml'), '');
    await symlink(root, join(root, 'a', 'circle'));
    const { projects } = await discoverProjects(root, { files: createFileSystem() });
    expect(projects.map(({ dir }) => dir)).toEqual([join(root, 'a')]);
  } finally {
    await rm(root, { recursive: true });
  }
});

test('a thousand projects are found and read, each file once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tandem-discovery-'));
  try {
    const names = Array.from({ length: 1_000 }, (_, index) => `p${String(index).padStart(4, '0')}`);
    await Promise.all(
      names.map(async (name, index) => {
        const dir = join(root, `group${index % 10}`, name);
        await mkdir(join(dir, 'src'), { recursive: true });
        await mkdir(join(dir, 'node_modules', 'x'), { recursive: true });
        await writeFile(join(dir, 'src', 'main.ts'), '');
        await writeFile(join(dir, 'finecode.toml'), projectText(name, index));
      }),
    );
    let reads = 0;
    const fileSystem = createFileSystem();
    const files: typeof fileSystem = {
      ...fileSystem,
      readTextIfExists(path) {
        reads += 1;
        return fileSystem.readTextIfExists(path);
      },
    };
    const documents = createDocumentReader(files);
    const { projects } = await discoverProjects(root, { files, documents });
    expect(projects.map(({ name }) => name).sort()).toEqual(names);
    const readings = await Promise.all(projects.map(({ dir }) => readProject(dir, { files, documents })));
    expect(readings.filter(({ kind }) => kind === 'valid')).toHaveLength(990);
    expect(
      readings
        .filter(({ kind }) => kind === 'invalid')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.filter((_, index) => index % 100 === 7));
    expect(reads).toBeLessThanOrEqual(names.length * 4 + 20);
  } finally {
    await rm(root, { recursive: true });
  }

  /** One in a hundred is broken. */
  function projectText(name: string, index: number): string {
    if (index % 100 === 7) return '[finecode.action.lint';
    return `[finecode.action.lint]\nsource = "${name}.Lint"\n[finecode.action.lint.handlers.h]\nsource = "H"\nenv = "dev"\n`;
  }
});
