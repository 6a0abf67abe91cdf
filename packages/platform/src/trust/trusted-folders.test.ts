import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { createFileSystem } from '../files/node-file-system.js';
import { createFileLocks } from '../lock/file-locks.js';
import { createTrustedFolders } from './trusted-folders.js';

async function setUp() {
  const dir = await temporaryDirectory();
  const stateDir = join(dir, 'state');
  const options = { files: createFileSystem(), locks: createFileLocks(), os: 'linux', stateDir } as const;
  await mkdir(join(dir, 'repo', 'sub'), { recursive: true });
  await mkdir(join(dir, 'repository'));
  return { dir, stateDir, options, folders: createTrustedFolders(options) };
}

test('trust covers what is inside, not what only begins alike', async () => {
  const { dir, folders } = await setUp();
  expect(await folders.isTrusted(join(dir, 'repo'))).toBe(false);
  await folders.trust(join(dir, 'repo'));
  expect(await folders.isTrusted(join(dir, 'repo'))).toBe(true);
  expect(await folders.isTrusted(join(dir, 'repo', 'sub'))).toBe(true);
  expect(await folders.isTrusted(join(dir, 'repository'))).toBe(false);
  expect(await folders.isTrusted(dir)).toBe(false);
});

test('links are followed before anything is decided', async () => {
  const { dir, folders } = await setUp();
  await folders.trust(join(dir, 'repo'));
  await symlink(join(dir, 'repository'), join(dir, 'repo', 'way-out'));
  await symlink(join(dir, 'repo'), join(dir, 'way-in'));
  expect(await folders.isTrusted(join(dir, 'repo', 'way-out'))).toBe(false);
  expect(await folders.isTrusted(join(dir, 'way-in', 'sub'))).toBe(true);
});

test('it can be taken back, and a wider folder replaces those inside it', async () => {
  const { dir, folders } = await setUp();
  await folders.trust(join(dir, 'repo', 'sub'));
  await folders.trust(join(dir, 'repo'));
  expect(await folders.list()).toEqual([join(dir, 'repo')]);
  expect(await folders.distrust(join(dir, 'repo', 'sub'))).toBe(false);
  expect(await folders.distrust(join(dir, 'repo'))).toBe(true);
  expect(await folders.isTrusted(join(dir, 'repo'))).toBe(false);
});

test('ten at once lose nothing, and only the user can read the list', async () => {
  const { dir, stateDir, options } = await setUp();
  const names = Array.from({ length: 10 }, (_, index) => join(dir, `repo-${index}`));
  await Promise.all(names.map((name) => mkdir(name)));
  await Promise.all(names.map((name) => createTrustedFolders(options).trust(name)));
  expect([...(await createTrustedFolders(options).list())].sort()).toEqual(names);
  expect((await stat(join(stateDir, 'trusted-folders.json'))).mode & 0o777).toBe(0o600);
});

test.each(['', '{', '[]', '{"folders": 3}', '{"folders": [1, null]}'])(
  'a damaged list (%j) trusts nothing',
  async (text) => {
    const { dir, stateDir, folders } = await setUp();
    await mkdir(stateDir);
    await writeFile(join(stateDir, 'trusted-folders.json'), text);
    expect(await folders.isTrusted(join(dir, 'repo'))).toBe(false);
  },
);
