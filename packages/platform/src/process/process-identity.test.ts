import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { taskkillArguments } from './group.js';
import { livenessOf, ownIdentity, parseProcStat, parsePsLine } from './process-identity.js';

test('this process is alive, under its own start time only', async () => {
  const own = await ownIdentity();
  expect(own.pid).toBe(process.pid);
  expect(await livenessOf(own, own.realm)).toBe('alive');
  expect(await livenessOf({ ...own, startedAt: '0' }, own.realm)).toBe('dead');
});

test('a child is dead once it has ended', async () => {
  const own = await ownIdentity();
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(await livenessOf({ ...own, pid: child.pid ?? 0, startedAt: null }, own.realm)).toBe('dead');
});

test('/proc/PID/stat with any command name', () => {
  const after = 'S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20';
  const check = (stat: string, expected: string | undefined) => expect(parseProcStat(stat)).toBe(expected);
  check(`7 (node) ${after}`, '4242');
  check(`7 (a) b (c)) ${after}`, '4242');
  check(`7 (new\nline) ${after}`, '4242');
  check(`7 (node) ${after.replace('S', 'Z')}`, 'ended');
  check('', undefined);
});

test('the line of ps on macOS', () => {
  const check = (line: string, expected: string | undefined) => expect(parsePsLine(line)).toBe(expected);
  check('Ss   Mon Nov 15 02:50:00 2027\n', 'Mon Nov 15 02:50:00 2027');
  check('Z    Mon Nov 15 02:50:00 2027\n', 'ended');
  check('', undefined);
});

test('Windows ends the tree by force', () => {
  expect(taskkillArguments(42)).toEqual(['/pid', '42', '/T', '/F']);
});
