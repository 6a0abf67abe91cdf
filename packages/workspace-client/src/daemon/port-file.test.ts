import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPortFile, removePortFileIf, writePortFile } from './port-file.js';

let dir: string;
let filePath: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tandem-port-'));
  filePath = join(dir, 'wm_port');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test.each([
  ['40123', 40_123],
  ['40123\n', 40_123],
  [' 65535 ', 65_535],
  ['', undefined],
  ['0', undefined],
  ['65536', undefined],
  ['123456', undefined],
  ['-1', undefined],
  ['0x50', undefined],
  ['80 81', undefined],
  ['{"port":80}', undefined],
])('%j is the port %s', async (text, expected) => {
  await writeFile(filePath, text);
  expect(await readPortFile(filePath)).toBe(expected);
});

test('is written as digits, and removed only by its owner', async () => {
  await writePortFile(filePath, 40_123);
  expect(await readFile(filePath, 'utf8')).toBe('40123');
  await removePortFileIf(filePath, 1);
  expect(await readPortFile(filePath)).toBe(40_123);
  await removePortFileIf(filePath, 40_123);
  expect(await readPortFile(filePath)).toBeUndefined();
  await removePortFileIf(filePath, 40_123);
});
