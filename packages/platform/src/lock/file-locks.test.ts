import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../test/child-program.js';
import { startLineChild } from '../../test/line-child.js';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { ownIdentity } from '../process/process-identity.js';
import { createFileLocks } from './file-locks.js';
import type { LockRecord } from './lock-record.js';
import type { Lock } from './locks.js';
import { createMemoryLocks } from './memory-locks.js';

const holder = `
import { createFileLocks } from './index.js';
const lock = await createFileLocks().acquireLock(process.argv[2] ?? '');
console.log('acquired');
process.stdin.on('data', () => void lock.release().then(() => process.exit(0)));
`;

const contender = `
import { createFileLocks } from './index.js';
console.log('ready');
process.stdin.once('data', async () => {
  const result = await createFileLocks().tryLock(process.argv[2] ?? '');
  console.log(result.kind === 'held' ? 'held by ' + result.ownerPid : result.kind);
});
`;

describe.each([
  { name: 'file locks', create: createFileLocks },
  { name: 'memory locks', create: createMemoryLocks },
])('$name', ({ create }) => {
  test('one holder at a time, and the next after the release', async () => {
    const locks = create();
    const path = join(await temporaryDirectory(), 'new', 'daemon.lock');
    const lock = await locks.acquireLock(path);
    expect(await locks.tryLock(path)).toEqual({ kind: 'held', ownerPid: process.pid, owner: 'alive' });

    let next: Promise<Lock> | undefined;
    await new Promise<void>((resolve) => {
      next = locks.acquireLock(path, { onWait: () => resolve() });
    });
    await lock.release();
    const second = await next;
    await lock.release();
    expect(await locks.tryLock(path)).toMatchObject({ kind: 'held' });
    await second?.release();
    expect(await locks.tryLock(path)).toMatchObject({ kind: 'acquired' });
  });

  test('waiting ends with the signal, and leaves the lock to its holder', async () => {
    const locks = create();
    const path = join(await temporaryDirectory(), 'daemon.lock');
    await locks.acquireLock(path);
    const abort = new AbortController();
    const waiting = locks.acquireLock(path, {
      signal: abort.signal,
      onWait: () => abort.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
    await expect(locks.acquireLock(path, { signal: abort.signal })).rejects.toThrow('enough');
    expect(await locks.tryLock(path)).toMatchObject({ kind: 'held' });
  });
});

test('ten processes start at once: one gets the lock, nine learn who has it', async () => {
  const program = await buildProgram(contender);
  const path = join(await temporaryDirectory(), 'daemon.lock');
  const children = await Promise.all(
    Array.from({ length: 10 }, () => startLineChild(program, { args: [path] })),
  );
  await Promise.all(children.map((child) => child.nextLine()));
  for (const child of children) child.process.stdin.write('go\n');
  const answers = await Promise.all(children.map((child) => child.nextLine()));
  const winners = children.filter((_, index) => answers[index] === 'acquired');
  expect(winners).toHaveLength(1);
  expect(answers.filter((answer) => answer === `held by ${winners[0]?.pid}`)).toHaveLength(9);
  expect(await readdir(join(path, '..'))).toEqual(['daemon.lock']);
});

test('a holder killed with SIGKILL is replaced, though nobody has reaped it', async () => {
  const program = await buildProgram(holder);
  const path = join(await temporaryDirectory(), 'daemon.lock');
  const first = await startLineChild(program, { args: [path] });
  expect(await first.nextLine()).toBe('acquired');
  const second = await startLineChild(program, { args: [path] });
  first.process.kill('SIGKILL');
  expect(await second.nextLine()).toBe('acquired');
  second.process.stdin.write('release\n');
  await once(second.process, 'exit');
  expect(await readdir(join(path, '..'))).toEqual([]);
});

describe('what earlier processes left behind', () => {
  const deadToken = 'd1';

  async function leaveBehind(path: string, record: Partial<LockRecord>): Promise<void> {
    const own = await ownIdentity();
    await writeFile(path, JSON.stringify({ token: deadToken, ...own, ...record }));
  }

  async function check(record: Partial<LockRecord>, expected: object): Promise<void> {
    const path = join(await temporaryDirectory(), 'daemon.lock');
    await leaveBehind(path, record);
    expect(await createFileLocks().tryLock(path)).toMatchObject(expected);
  }

  test('a living owner keeps the lock', () => check({}, { kind: 'held', owner: 'alive' }));
  test('a process number that is free', () => check({ pid: 2 ** 22 + 1 }, { kind: 'acquired' }));
  test('a process number that now belongs to another process', () =>
    check({ startedAt: '1' }, { kind: 'acquired' }));
  test('an owner whose start is unknown counts as alive while its number is in use', () =>
    check({ startedAt: null }, { kind: 'held', owner: 'alive' }));
  test('an owner from before the last boot', async () => {
    const { realm } = await ownIdentity();
    await check({ realm: { ...realm, boot: 'earlier' } }, { kind: 'acquired' });
  });
  test('an owner in another container is left alone', async () => {
    const { realm } = await ownIdentity();
    await check(
      { realm: { ...realm, pidNamespace: 'pid:[1]' }, pid: 2 ** 22 + 1 },
      { kind: 'held', owner: 'unknowable' },
    );
  });
  test('an owner on another machine is left alone', async () => {
    const { realm } = await ownIdentity();
    await check(
      { realm: { ...realm, machine: 'elsewhere', boot: 'b' } },
      { kind: 'held', owner: 'unknowable' },
    );
  });

  test('a chain of processes that died while they took over', async () => {
    const dirPath = await temporaryDirectory();
    const path = join(dirPath, 'daemon.lock');
    await leaveBehind(path, { startedAt: '1' });
    await leaveBehind(`${path}.d1.claim`, { token: 'd2', startedAt: '2' });
    await leaveBehind(`${path}.d2.claim`, { token: 'd3', startedAt: '3' });
    await leaveBehind(`${path}.${2 ** 22 + 1}-d4.new`, {});
    const result = await createFileLocks().tryLock(path);
    expect(result.kind).toBe('acquired');
    expect(await readdir(dirPath)).toEqual(['daemon.lock']);
    expect(await readFile(path, 'utf8')).toContain(`"pid":${process.pid}`);
  });

  test('a living process at the end of the chain is waited for', async () => {
    const dirPath = await temporaryDirectory();
    const path = join(dirPath, 'daemon.lock');
    await leaveBehind(path, { startedAt: '1' });
    await leaveBehind(`${path}.d1.claim`, { token: 'd2' });
    expect(await createFileLocks().tryLock(path)).toMatchObject({ kind: 'held', owner: 'alive' });
    expect((await readdir(dirPath)).sort()).toEqual(['daemon.lock', 'daemon.lock.d1.claim']);
  });
});

describe('bad input', () => {
  async function check(content: string): Promise<void> {
    const path = join(await temporaryDirectory(), 'daemon.lock');
    await writeFile(path, content);
    await expect(createFileLocks().tryLock(path)).rejects.toMatchObject({
      code: 'lock-unsupported',
      message: expect.stringContaining(path),
    });
    expect(await readFile(path, 'utf8')).toBe(content);
  }

  test.each(['', 'hello', '{}', '[]', 'null', '{"token":"../../x","pid":1,"startedAt":null,"realm":{}}'])(
    '%j',
    check,
  );

  test('a folder that cannot be made', async () => {
    const dirPath = await temporaryDirectory();
    await writeFile(join(dirPath, 'file'), '');
    await expect(createFileLocks().tryLock(join(dirPath, 'file', 'x.lock'))).rejects.toMatchObject({
      code: 'not-a-directory',
    });
  });

  test('a folder where this user may not write', async () => {
    const dirPath = join(await temporaryDirectory(), 'closed');
    await mkdir(dirPath);
    await chmod(join(dirPath, '..'), 0o755);
    await chmod(dirPath, 0o555);
    const program = await buildProgram(`
      import { createFileLocks, PlatformError } from './index.js';
      await createFileLocks().tryLock(process.argv[2] ?? '').catch((error) => console.log(error instanceof PlatformError && error.code));
    `);
    await chmod(join(program, '..'), 0o755);
    const child = await startLineChild(program, { args: [join(dirPath, 'x.lock')], asNobody: true });
    expect(await child.nextLine()).toBe('permission-denied');
  });
});
