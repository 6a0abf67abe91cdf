import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soakPlan } from '@tandem/testkit';
import { expect, test } from 'vitest';
import { buildProgram } from '../../test/child-program.js';
import { startLineChild } from '../../test/line-child.js';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { removeAbandonedWrites } from './write-file-atomic.js';

/** Writes one letter, some hundred kilobytes of it and a closing mark, then the next, for ever. */
const writer = `
import { writeFileAtomic } from './index.js';
const filePath = process.argv[2] ?? '';
for (let round = 0; ; round += 1) {
  const letter = String.fromCharCode(97 + (round % 26));
  await writeFileAtomic(filePath, letter.repeat(100_000 + round * 997 % 300_000) + '.');
  console.log('written');
}
`;

test('a writer killed at any moment leaves a whole file', { timeout: 3_600_000 }, async () => {
  const plan = soakPlan('atomic write under SIGKILL', { sample: 20, full: 1_000 });
  const program = await buildProgram(writer);
  const dirPath = await temporaryDirectory();
  const filePath = join(dirPath, 'state.json');
  let random = plan.seed;
  for (let kills = 0; kills < plan.count; kills += 1) {
    const child = await startLineChild(program, { args: [filePath] });
    const exited = once(child.process, 'exit');
    await child.nextLine();
    // The kill itself lands somewhere in a later write; a seeded number of event-loop turns spreads the places.
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    for (let turn = random % 400; turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
    child.process.kill('SIGKILL');
    await exited;
    expect(await readFile(filePath, 'utf8')).toMatch(/^([a-z])\1+\.$/);
  }
  await removeAbandonedWrites(dirPath);
  expect(await readdir(dirPath)).toEqual(['state.json']);
});
