import type { FileAccess } from '@tandem/extension-api';
import { expect, test } from 'vitest';
import { FileCacheStore } from './file-cache.js';

function createFiles(texts: Map<string, string>): FileAccess {
  const read = async (file: string) => texts.get(file) ?? '';
  return {
    read,
    readSnapshot: async (file) => ({
      text: await read(file),
      version: `version of ${await read(file)}`,
      isOpen: false,
    }),
    write: async (file, text) => void texts.set(file, text),
  };
}

test('a value is computed once for each text, key and owner', async () => {
  const texts = new Map([['a', 'one']]);
  const store = new FileCacheStore();
  const cache = store.view('lint', createFiles(texts));
  const computed: string[] = [];
  const get = (key: string, view = cache) =>
    view.get('a', key, (text) => {
      computed.push(`${key} ${text}`);
      return text.length;
    });
  expect([await get('k'), await get('k'), await get('other')]).toEqual([3, 3, 3]);
  await get('k', store.view('format', createFiles(texts)));
  texts.set('a', 'longer');
  expect([await get('k'), await get('k')]).toEqual([6, 6]);
  expect(computed).toEqual(['k one', 'other one', 'k one', 'k longer']);
});

test('two who ask at once share one computation; a failure is forgotten', async () => {
  const cache = new FileCacheStore().view('lint', createFiles(new Map()));
  let calls = 0;
  const fail = async () => {
    calls += 1;
    throw new Error(`failure ${calls}`);
  };
  const both = await Promise.allSettled([cache.get('a', 'k', fail), cache.get('a', 'k', fail)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls).toBe(1);
  await expect(cache.get('a', 'k', fail)).rejects.toThrow('failure 2');
  expect(await cache.get('a', 'k', () => 'fine')).toBe('fine');
});

test('the oldest use is forgotten when there is too much', async () => {
  const cache = new FileCacheStore(2).view('lint', createFiles(new Map()));
  let calls = 0;
  const get = (file: string) => cache.get(file, 'k', () => ++calls);
  expect([
    await get('a'),
    await get('b'),
    await get('a'),
    await get('c'),
    await get('a'),
    await get('b'),
  ]).toEqual([1, 2, 1, 3, 1, 4]);
});
