import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { soakPlan } from '@tandem/testkit';
import { expect, test } from 'vitest';
import { buildProgram } from '../../test/child-program.js';
import { type LineChild, startLineChild } from '../../test/line-child.js';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { createFileLocks } from './file-locks.js';

/**
 * Enters and leaves the lock for ever. Inside, it leaves its number where none, or that of a dead process, may be.
 * The mark is a symbolic link because that is made in one step: a killed process cannot leave half of it.
 */
const churner = `
import { readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { createFileLocks } from './index.js';
const [lockPath = '', insidePath = ''] = process.argv.slice(2);
const locks = createFileLocks();
const own = String(process.pid);
const isLiving = (pid: string) => {
  try { return !/\\) [ZX] /.test(readFileSync('/proc/' + pid + '/stat', 'utf8')); } catch { return false; }
};
for (;;) {
  const lock = await locks.acquireLock(lockPath);
  try {
    symlinkSync(own, insidePath);
  } catch {
    const other = readlinkSync(insidePath);
    if (isLiving(other)) console.log('violation: ' + other + ' is inside as well');
    rmSync(insidePath);
    symlinkSync(own, insidePath);
  }
  console.log('entered');
  await new Promise((resolve) => setImmediate(resolve));
  if (readlinkSync(insidePath) !== own) console.log('violation: overrun');
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
    await end(child);
    await start();
  };

  await Promise.all(Array.from({ length: contenders }, start));
  let random = plan.seed;
  for (let kills = 0; kills < plan.count && violations.length === 0; kills += 1) {
    await untilNextEntry();
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    // Every other victim is whoever is inside; the rest may be waiting, claiming or releasing.
    const insider = Number(await readlink(insidePath).catch(() => '0'));
    const anyone = [...living.keys()][random % living.size] ?? 0;
    await kill(kills % 2 === 0 && living.has(insider) ? insider : anyone);
  }
  await Promise.all([...living.values()].map(end));

  expect(violations).toEqual([]);
  const lock = await createFileLocks().acquireLock(lockPath);
  expect((await readdir(dirPath)).filter((name) => name !== 'inside')).toEqual(['x.lock']);
  await lock.release();
});

async function end(child: LineChild): Promise<void> {
  const exited = once(child.process, 'exit');
  child.process.kill('SIGKILL');
  await exited;
}
