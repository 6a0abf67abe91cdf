import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { serveSome, wmContract } from '@tandem/contracts';
import {
  createFileLocks,
  createManualClock,
  createProcesses,
  createSystemClock,
  readEnvironment,
} from '@tandem/platform';
import { createPeer } from '@tandem/wire';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenWith } from '../testing/stub-server.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { type ConnectToDaemonOptions, connectToDaemon, findDaemon } from './connect-to-daemon.js';
import { prepareDaemonPlace, workspacePlace } from './daemon-place.js';

const environment = readEnvironment();
const ports = {
  environment,
  clock: createSystemClock(),
  locks: createFileLocks(),
  processes: createProcesses(),
};

function options(
  workspaceRoot: string,
  script: string,
  more: Partial<ConnectToDaemonOptions> = {},
): ConnectToDaemonOptions {
  return {
    workspaceRoot,
    client: { clientId: 'cli' },
    ports,
    startCommand: { command: process.execPath, args: ['-e', script] },
    signal: new AbortController().signal,
    ...more,
  };
}

/** The least that a daemon says. */
function listenAsDaemon(): Promise<number> {
  return listenWith((socket) => {
    createPeer(
      socket,
      serveSome(wmContract, 'toServer', { 'client/initialize': () => ({ logFilePath: null }) }),
    );
  });
}

async function workspaceWithPort(port: number | string): Promise<string> {
  const workspaceRoot = await temporaryDirectory();
  const { portFile } = await prepareDaemonPlace(workspaceRoot, environment);
  await writeFile(portFile, String(port));
  return workspaceRoot;
}

const mustNotStart = 'process.exit(99)';

test('a daemon that listens is used, none started', async () => {
  const workspaceRoot = await workspaceWithPort(await listenAsDaemon());
  const connection = await connectToDaemon(options(workspaceRoot, mustNotStart));
  await connection.close();
});

test('looking for one starts nothing and writes nothing', async () => {
  const workspaceRoot = await temporaryDirectory();
  expect(await findDaemon(options(workspaceRoot, mustNotStart))).toBeUndefined();
  expect(existsSync(`${workspaceRoot}/.venvs`)).toBe(false);
});

describe('a port file that is a leftover', () => {
  /** The "daemon" points the file to a real one, as a new daemon does. */
  const pointTo = (portFile: string, port: number) =>
    `require('node:fs').writeFileSync(${JSON.stringify(portFile)}, '${port}'); setTimeout(() => {}, 60_000)`;

  async function check(leftover: number | string): Promise<void> {
    const workspaceRoot = await workspaceWithPort(leftover);
    const script = pointTo(workspacePlace(workspaceRoot).portFile, await listenAsDaemon());
    const problems: string[] = [];
    const started: number[] = [];
    const connection = await connectToDaemon(
      options(workspaceRoot, script, {
        onProblem: (problem) => void problems.push(problem),
        ports: {
          ...ports,
          processes: {
            async spawnDetached(...args) {
              const child = await ports.processes.spawnDetached(...args);
              started.push(child.pid);
              return child;
            },
          },
        },
      }),
    );
    await connection.close();
    expect(started).toHaveLength(1);
    for (const pid of started) process.kill(pid);
    if (typeof leftover === 'number') expect(problems.join('\n')).toContain('is a leftover');
  }

  test('of a port where nobody listens', () => check(1));
  test('that holds something else', () => check('garbage'));
  test('of a port that a web server has now', async () =>
    check(
      await listenWith((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    ));
  test('of a port where all are sent away', async () =>
    check(await listenWith((socket) => socket.destroy())));
});

test('a daemon of another user is not ours, whatever it says', async () => {
  // Only root can send somebody else.
  if (process.getuid?.() !== 0) return;
  const answer = '{"jsonrpc":"2.0","id":1,"result":{"logFilePath":null}}';
  const impostor = `
    process.setgroups([]); process.setgid(65534); process.setuid(65534);
    const server = require('node:net').createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write('Content-Length: ${answer.length}\\r\\n\\r\\n${answer}'));
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  `;
  const child = spawn(process.execPath, ['-e', impostor]);
  onTestFinished(() => void child.kill());
  const [port] = await once(child.stdout, 'data');
  const problems: string[] = [];
  const workspaceRoot = await workspaceWithPort(String(port));
  const onProblem = (problem: string) => void problems.push(problem);
  expect(await findDaemon(options(workspaceRoot, mustNotStart, { onProblem }))).toBeUndefined();
  expect(problems.join()).toContain('is not ours: it comes from user 65534');
});

describe('a daemon that does not start', () => {
  test('is an error with its last words', async () => {
    const workspaceRoot = await temporaryDirectory();
    const script = `for (let i = 1; i <= 30; i++) console.error('line ' + i); process.exit(3)`;
    const attempt = connectToDaemon(options(workspaceRoot, script));
    await expect(attempt).rejects.toMatchObject({ code: 'daemon-not-started' });
    await expect(attempt).rejects.toThrow(
      /ended with exit code 3\. Its last words:\nline 11\n(.*\n)*line 30\n/,
    );
    await expect(attempt).rejects.not.toThrow('line 10\n');
  });

  test('is an error when the command is not there', async () => {
    const startCommand = { command: '/no/such/tandem', args: [] };
    const attempt = connectToDaemon(options(await temporaryDirectory(), '', { startCommand }));
    await expect(attempt).rejects.toThrow('/no/such/tandem');
  });

  test('is an error when it never listens', async () => {
    const clock = createManualClock();
    let pid = 0;
    const processes: ConnectToDaemonOptions['ports']['processes'] = {
      async spawnDetached(...args) {
        const child = await ports.processes.spawnDetached(...args);
        pid = child.pid;
        setImmediate(() => void clock.advance(30_000));
        return child;
      },
    };
    const script = 'setTimeout(() => {}, 60_000)';
    const more = { ports: { ...ports, clock, processes } };
    const attempt = connectToDaemon(options(await temporaryDirectory(), script, more));
    await expect(attempt).rejects.toThrow('did not listen within 30 s. It said nothing.');
    process.kill(pid);
  });

  test('is given up when the caller no longer wants it', async () => {
    const cancel = new AbortController();
    cancel.abort(new Error('enough'));
    const attempt = connectToDaemon(
      options(await temporaryDirectory(), mustNotStart, { signal: cancel.signal }),
    );
    await expect(attempt).rejects.toThrow('enough');
  });
});
