import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { untilGone } from '../../test/process-state.js';
import { createProcesses } from './processes.js';

/** Starts a command in a session of its own, which does the same once more, and prints the ids of both. */
const supervisor = `
  const { spawn } = require('node:child_process');
  const own = (script) => spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
  const inner = 'console.log(process.pid); setInterval(() => {}, 1e6)';
  const outer = 'const { spawn } = require("node:child_process"); console.log(process.pid);' +
    'spawn(process.execPath, ["-e", ' + JSON.stringify(inner) + '], { detached: true, stdio: "inherit" }); setInterval(() => {}, 1e6)';
  own(outer);
  setInterval(() => {}, 1e6);
`;

async function startSupervisor(endsWithFamily: boolean) {
  const processes = createProcesses();
  const env = { PATH: process.env['PATH'] };
  const child = await processes.spawnManaged(process.execPath, ['-e', supervisor], {
    cwd: '/',
    env,
    endsWithFamily,
  });
  const lines = createInterface({ input: child.stdout });
  const [first] = await once(lines, 'line');
  const [second] = await once(lines, 'line');
  return { child, grandchildren: [Number(first), Number(second)] };
}

test('a supervisor that is killed takes its whole family with it, and nobody else', async () => {
  const doomed = await startSupervisor(true);
  const bystander = await startSupervisor(true);
  process.kill(doomed.child.pid, 'SIGKILL');
  expect(await doomed.child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  await Promise.all(doomed.grandchildren.map(untilGone));

  for (const pid of bystander.grandchildren) expect(() => process.kill(pid, 0)).not.toThrow();
  await bystander.child.kill({ graceMs: 0 });
  await Promise.all(bystander.grandchildren.map(untilGone));
});

test('without the option, groups of their own are left alone', async () => {
  const { child, grandchildren } = await startSupervisor(false);
  await child.kill({ graceMs: 0 });
  for (const pid of grandchildren) {
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
  }
});
