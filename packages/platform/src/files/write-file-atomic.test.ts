import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { removeAbandonedWrites, renameWhenFree, writeFileAtomic } from './write-file-atomic.js';

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

describe('permissions', () => {
  test('of the file that is replaced stay', async () => {
    const filePath = join(await temporaryDirectory(), 'script');
    await writeFile(filePath, 'old');
    await chmod(filePath, 0o751);
    await writeFileAtomic(filePath, 'new');
    expect(await modeOf(filePath)).toBe(0o751);
  });

  test('that are asked for are given, whatever the umask', async () => {
    const filePath = join(await temporaryDirectory(), 'open');
    await writeFileAtomic(filePath, 'x', { mode: 0o666 });
    expect(await modeOf(filePath)).toBe(0o666);
    await writeFileAtomic(filePath, 'x', { mode: 0o600 });
    expect(await modeOf(filePath)).toBe(0o600);
  });
});

test('a link is written through', async () => {
  const dirPath = await temporaryDirectory();
  await writeFile(join(dirPath, 'target'), 'old');
  await symlink('target', join(dirPath, 'link'));
  await writeFileAtomic(join(dirPath, 'link'), 'new');
  expect((await lstat(join(dirPath, 'link'))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(dirPath, 'target'), 'utf8')).toBe('new');
});

test('a name of the longest length can be written', async () => {
  const dirPath = await temporaryDirectory();
  const name = 'n'.repeat(255);
  await writeFileAtomic(join(dirPath, name), 'x');
  expect(await readdir(dirPath)).toEqual([name]);
});

test('a failed write leaves the old content and nothing else', async () => {
  const dirPath = await temporaryDirectory();
  await mkdir(join(dirPath, 'in-the-way', 'x'), { recursive: true });
  await expect(writeFileAtomic(join(dirPath, 'in-the-way'), 'x')).rejects.toMatchObject({
    code: 'not-a-file',
  });
  expect(await readdir(dirPath)).toEqual(['in-the-way']);
});

test('many writers at once: one of them wins, whole', async () => {
  const dirPath = await temporaryDirectory();
  const filePath = join(dirPath, 'shared');
  const contents = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index).repeat(50_000));
  await Promise.all(contents.map((content) => writeFileAtomic(filePath, content)));
  expect(contents).toContain(await readFile(filePath, 'utf8'));
  expect(await readdir(dirPath)).toEqual(['shared']);
});

test('only what dead writers left is cleared away', async () => {
  const dirPath = await temporaryDirectory();
  const living = `.a.${process.pid}-0123456789ab.tandem-tmp`;
  for (const name of [`.a.${2 ** 22 + 1}-0123456789ab.tandem-tmp`, living, 'a', '.a.1.tmp']) {
    await writeFile(join(dirPath, name), '');
  }
  await removeAbandonedWrites(dirPath);
  expect((await readdir(dirPath)).sort()).toEqual([living, '.a.1.tmp', 'a'].sort());
  await removeAbandonedWrites(join(dirPath, 'missing'));
});

describe('a file that is held open on Windows', () => {
  const busy = Object.assign(new Error('busy'), { code: 'EPERM' });

  function failing(times: number) {
    let calls = 0;
    const move = async () => {
      calls += 1;
      if (calls <= times) throw busy;
    };
    return { move, calls: () => calls };
  }

  test('is tried again', async () => {
    const attempt = failing(3);
    await renameWhenFree('win32', 'a', 'b', attempt.move);
    expect(attempt.calls()).toBe(4);
  });

  test('is given up in the end, and at once elsewhere', async () => {
    await expect(renameWhenFree('win32', 'a', 'b', failing(100).move)).rejects.toBe(busy);
    const elsewhere = failing(1);
    await expect(renameWhenFree('linux', 'a', 'b', elsewhere.move)).rejects.toBe(busy);
    expect(elsewhere.calls()).toBe(1);
  });
});
