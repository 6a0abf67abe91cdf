import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { createSystemClock } from '../clock/system-clock.js';
import { createFileWatcher } from './file-watcher.js';

/** A watcher whose next telling can be awaited. */
function listen(filePaths: readonly string[], watcher = createFileWatcher({ clock: createSystemClock() })) {
  let heard = 0;
  let wake: () => void = () => undefined;
  const watching = watcher.watch(filePaths, () => {
    heard += 1;
    wake();
  });
  return {
    count: () => heard,
    next: () => new Promise<void>((resolve) => (wake = resolve)),
    [Symbol.dispose]: () => watching[Symbol.dispose](),
  };
}

describe('what is told', () => {
  test.each([
    ['a file that is written', (file: string) => writeFile(file, 'new')],
    [
      'a file that is replaced by renaming',
      async (file: string) => {
        await writeFile(`${file}.tmp`, 'new');
        await rename(`${file}.tmp`, file);
      },
    ],
    ['a file that disappears', (file: string) => rm(file)],
  ])('%s', async (_title, change) => {
    const file = join(await temporaryDirectory(), 'finecode.toml');
    await writeFile(file, 'old');
    using listener = listen([file]);
    const told = listener.next();
    await change(file);
    await told;
  });

  test('a file that appears, and once for many changes in a row', async () => {
    const file = join(await temporaryDirectory(), 'finecode.toml');
    using listener = listen([file]);
    const told = listener.next();
    for (let index = 0; index < 20; index += 1) await writeFile(file, String(index));
    await told;
    expect(listener.count()).toBeLessThan(20);
  });
});

test('other files and a listener that is gone hear nothing', async () => {
  const dir = await temporaryDirectory();
  const watcher = createFileWatcher({ clock: createSystemClock() });
  const gone = listen([join(dir, 'a')], watcher);
  using other = listen([join(dir, 'b')], watcher);
  using listener = listen([join(dir, 'a')], watcher);
  gone[Symbol.dispose]();
  const told = listener.next();
  await writeFile(join(dir, 'a'), 'x');
  await told;
  expect([gone.count(), other.count()]).toEqual([0, 0]);
});

test('a folder that does not exist is no failure', async () => {
  const dir = join(await temporaryDirectory(), 'missing');
  using listener = listen([join(dir, 'a')]);
  await mkdir(dir);
  expect(listener.count()).toBe(0);
});
