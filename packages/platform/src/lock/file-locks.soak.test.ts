import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soakPlan } from '@tandem/testkit';
import { expect, test } from 'vitest';
import { buildProgram } from '../../test/child-program.js';
import { type LineChild, startLineChild } from '../../test/line-child.js';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { createFileLocks } from './file-locks.js';

/** Enters and leaves the lock for ever. Inside, it leaves its name in a file that must not be there yet, or be a dead process's. */
const churner = `
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createFileLocks } from './index.js';
const [lockPath = '', insidePath = ''] = process.argv.slice(2);
const locks = createFileLocks();
const isLiving = (pid: string) => {
  try { return !/\\) [ZX] /.test(readFileSync('/proc/' + pid + '/stat', 'utf8')); } catch { return false; }
};
for (;;) {
  const lock = await locks.acquireLock(lockPath);
  try {
    writeFileSync(insidePath, String(process.pid), { flag: 'wx' });
  } catch {
    const other = readFileSync(insidePath, 'utf8');
    if (isLiving(other)) console.log('violation: ' + other + ' is inside as well');
    writeFileSync(insidePath, String(process.pid));
  }
  console.log('entered');
  await new Promise((resolve) => setImmediate(resolve));
  if (readFileSync(insidePath, 'utf8') !== String(process.pid)) console.log('violation: overrun');
  rmSync(insidePath);
  await lock.release();
}
`;

const contenders = 6;

test('kill -9 at any moment: never two holders, never a lock that nobody can get', {
  timeout: 3_600_000,
}, async () => {
  const plan = soakPlan('lock takeover after SIGKILL', { sample: 20, full: 1_000 });
  const program = await buildProgram(churner);
  const dirPath = await temporaryDirectory();
  const lockPath = join(dirPath, 'x.lock');
  const insidePath = join(dirPath, 'inside');
  const violations: string[] = [];
  const living = new Map<number, LineChild>();
  let entered = 0;
  let wake = () => {};

  const start = async () => {
    const onLine = (line: string) => {
      if (line === 'entered') entered += 1;
      else violations.push(line);
      wake();
    };
    const child = await startLineChild(program, { args: [lockPath, insidePath], onLine });
    living.set(child.pid, child);
  };
  const untilNextEntry = async () => {
    const before = entered;
    while (entered === before && violations.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const kill = async (pid: number) => {
    const child = living.get(pid);
    if (child === undefined) return;
    living.delete(pid);
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    await start();
  };

  await Promise.all(Array.from({ length: contenders }, start));
  let random = plan.seed;
  for (let kills = 0; kills < plan.count && violations.length === 0; kills += 1) {
    await untilNextEntry();
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    // Every other victim is whoever is inside; the rest may be waiting, claiming or releasing.
    const insider = Number(await readFile(insidePath, 'utf8').catch(() => '0'));
    const anyone = [...living.keys()][random % living.size] ?? 0;
    await kill(kills % 2 === 0 && living.has(insider) ? insider : anyone);
  }
  for (const child of living.values()) child.process.kill('SIGKILL');

  expect(violations).toEqual([]);
  const lock = await createFileLocks().acquireLock(lockPath);
  expect((await readdir(dirPath)).filter((name) => name !== 'inside')).toEqual(['x.lock']);
  await lock.release();
});
