import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileLocks, createProcesses, createSystemClock, readEnvironment } from '@tandem/platform';
import { soakPlan } from '@tandem/testkit';
import { connectToDaemon, type WorkspaceConnection } from '@tandem/workspace-client';
import { expect, onTestFinished, test } from 'vitest';
import { buildPrograms } from '../testing/programs.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';

const clientCount = 4;

test('whenever the daemon is killed or shut down, the next clients all get one and the same', {
  timeout: 3_600_000,
}, async () => {
  const plan = soakPlan('daemon starts after kills and shutdowns', { sample: 6, full: 200 });
  const programs = await buildPrograms();
  onTestFinished(() => programs[Symbol.asyncDispose]());
  const workspaceRoot = await temporaryDirectory();
  const args = [programs.daemon, '--workdir', workspaceRoot, '--disconnect-timeout', '5'];
  const startCommand = { command: process.execPath, args };

  const connectOnce = async (): Promise<{ connection: WorkspaceConnection; pid: number }> => {
    const connection = await connectToDaemon({
      workspaceRoot,
      client: { clientId: 'cli' },
      startCommand,
      // Each its own, as if they were processes of their own.
      ports: {
        environment: readEnvironment(),
        clock: createSystemClock(),
        locks: createFileLocks(),
        processes: createProcesses(),
      },
      signal: new AbortController().signal,
    });
    const { pid } = await connection.request('server/getInfo', {});
    return { connection, pid: pid ?? 0 };
  };

  const pids = new Set<number>();
  for (let round = 0; round < plan.count; round++) {
    const clients = await Promise.all(Array.from({ length: clientCount }, connectOnce));
    const [first] = clients;
    if (first === undefined) throw new Error('there are no clients');
    expect(new Set(clients.map(({ pid }) => pid))).toEqual(new Set([first.pid]));
    expect(pids.has(first.pid)).toBe(false);
    pids.add(first.pid);
    const ended = Promise.all(clients.map(({ connection }) => connection.closed));
    if (round % 2 === 0) process.kill(first.pid, 'SIGKILL');
    else await first.connection.request('server/shutdown', {});
    // Every other time the next clients come while this one still goes.
    if (round % 3 === 0) await ended;
  }
  const logFile = join(workspaceRoot, '.venvs/dev_workspace/logs/wm_server/wm_server.log');
  const log = await readFile(logFile, 'utf8');
  expect(log.match(/"message":"listening"/g)).toHaveLength(plan.count);
});
