import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import type { FileSystem } from './file-system.js';
import { createMemoryFileSystem } from './memory-file-system.js';
import { createFileSystem } from './node-file-system.js';

interface World {
  readonly files: FileSystem;
  readonly root: string;
}

/** Both worlds pass the same tests: that is what makes the twin worth trusting. */
describe.each<{ name: string; open: () => Promise<World> }>([
  {
    name: 'the real file system',
    open: async () => ({ files: createFileSystem(), root: await temporaryDirectory() }),
  },
  {
    name: 'its twin in memory',
    open: async () => ({ files: createMemoryFileSystem({ '/repo/.keep': '' }), root: '/repo' }),
  },
])('$name', ({ open }) => {
  test('what was written is read back, as text and as bytes', async () => {
    const { files, root } = await open();
    const filePath = join(root, 'ä #%.txt');
    await files.writeAtomic(filePath, 'grüße 🎈');
    expect(await files.readText(filePath)).toBe('grüße 🎈');
    expect(Buffer.from(await files.readBytes(filePath)).toString()).toBe('grüße 🎈');
    await files.writeAtomic(filePath, Uint8Array.of(0, 255));
    expect([...(await files.readBytes(filePath))]).toEqual([0, 255]);
    expect(await files.readTextIfExists(join(root, 'missing'))).toBeUndefined();
    expect(await files.readTextIfExists(join(filePath, 'below-a-file'))).toBeUndefined();
  });

  test('stat tells kind and size, and notices every change', async () => {
    const { files, root } = await open();
    const filePath = join(root, 'a.txt');
    await files.writeAtomic(filePath, 'abc');
    const before = await files.stat(filePath);
    expect(before).toMatchObject({ kind: 'file', size: 3 });
    expect(await files.stat(root)).toMatchObject({ kind: 'directory' });
    expect(await files.stat(join(root, 'missing'))).toBeUndefined();
    await files.writeAtomic(filePath, 'xyz');
    expect(await files.stat(filePath)).not.toEqual(before);
  });

  test('folders: created with their parents, listed in order, removed with their content', async () => {
    const { files, root } = await open();
    const base = join(root, 'base');
    await files.ensureDirectory(join(base, 'b', 'c'));
    await files.ensureDirectory(join(base, 'b', 'c'));
    await files.writeAtomic(join(base, 'a.txt'), '');
    await files.writeAtomic(join(base, 'b', 'inner.txt'), '');
    expect(await files.readDirectory(`${base}/`)).toEqual([
      { name: 'a.txt', kind: 'file' },
      { name: 'b', kind: 'directory' },
    ]);
    await files.remove(join(base, 'b'));
    await files.remove(join(base, 'b'));
    expect(await files.readDirectory(base)).toEqual([{ name: 'a.txt', kind: 'file' }]);
    expect(await files.realPath(join(base, 'x', '..', 'a.txt').replace('/x', ''))).toBe(join(base, 'a.txt'));
  });

  test('failures name the path and what is wrong with it', async () => {
    const { files, root } = await open();
    const filePath = join(root, 'file');
    const missing = join(root, 'missing');
    await files.writeAtomic(filePath, '');
    const check = async (work: Promise<unknown>, code: string, path: string) =>
      expect(work).rejects.toMatchObject({
        name: 'PlatformError',
        code,
        message: expect.stringContaining(path),
      });
    await check(files.readText(missing), 'file-not-found', missing);
    await check(files.readText(root), 'not-a-file', root);
    await check(files.readTextIfExists(root), 'not-a-file', root);
    await check(files.readDirectory(missing), 'file-not-found', missing);
    await check(files.readDirectory(filePath), 'not-a-directory', filePath);
    await check(files.writeAtomic(join(missing, 'x'), ''), 'file-not-found', missing);
    await check(files.writeAtomic(join(filePath, 'x'), ''), 'not-a-directory', filePath);
    await check(files.writeAtomic(root, ''), 'not-a-file', root);
    await check(files.ensureDirectory(filePath), 'not-a-directory', filePath);
    await check(files.ensureDirectory(join(filePath, 'x')), 'not-a-directory', filePath);
    await check(files.realPath(missing), 'file-not-found', missing);
  });
});

test('links are shown as links in a list and followed by the rest', async () => {
  const files = createFileSystem();
  const root = await temporaryDirectory();
  await files.writeAtomic(join(root, 'target'), 'x');
  await symlink('target', join(root, 'link'));
  expect(await files.readDirectory(root)).toContainEqual({ name: 'link', kind: 'symlink' });
  expect(await files.stat(join(root, 'link'))).toMatchObject({ kind: 'file', size: 1 });
  expect(await files.realPath(join(root, 'link'))).toBe(join(root, 'target'));
});
