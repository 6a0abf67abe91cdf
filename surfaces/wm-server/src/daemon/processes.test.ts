import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { readPortFile } from '@tandem/workspace-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDemoProject } from '../testing/demo-workspace.js';
import { buildPrograms, type Child, isRoot, nobody, type Programs, startChild } from '../testing/programs.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';
import { startTestDaemon } from '../testing/test-daemon.js';

let programs: Programs;
beforeAll(async () => {
  programs = await buildPrograms();
});
afterAll(() => programs[Symbol.asyncDispose]());

const portFileOf = (root: string) => join(root, '.venvs/dev_workspace/cache/finecode/wm_port');
const logFileOf = (root: string) => join(root, '.venvs/dev_workspace/logs/wm_server/wm_server.log');

async function workspace(): Promise<string> {
  const root = await temporaryDirectory();
  await writeDemoProject(root, 'demo');
  return root;
}

function startClient(root: string): Promise<Child> {
  return startChild([programs.client, root, programs.daemon]);
}

async function daemonPidOf(client: Child): Promise<number> {
  return JSON.parse(await client.nextLine()).pid;
}

describe('one shared daemon', () => {
  test('however many clients start it at once', async () => {
    const root = await workspace();
    const clients = await Promise.all(Array.from({ length: 10 }, () => startClient(root)));
    const pids = await Promise.all(clients.map(daemonPidOf));
    expect(new Set(pids).size).toBe(1);
    const log = await readFile(logFileOf(root), 'utf8');
    expect(log.match(/"message":"listening"/g)).toHaveLength(1);
    for (const client of clients) client.end();
    expect((await Promise.all(clients.map(({ exited }) => exited))).map(({ code }) => code)).toEqual(
      clients.map(() => 0),
    );
  });

  test('however often it is started by hand at once; the others say so and end well', async () => {
    const root = await workspace();
    const daemons = await Promise.all(
      Array.from({ length: 10 }, () => startChild([programs.daemon, '--workdir', root])),
    );
    const lines = await Promise.all(daemons.map((daemon) => daemon.nextLine()));
    const port = await readPortFile(portFileOf(root));
    expect(lines.filter((line) => line.endsWith(`listens on 127.0.0.1:${port}.`))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(`already listens on port ${port}.`))).toHaveLength(9);
    const others = daemons.filter((_, index) => lines[index]?.includes('already'));
    for (const { exited } of others) expect(await exited).toEqual({ code: 0, signal: null });
  });

  test('is started again after it was killed', async () => {
    const root = await workspace();
    const first = await startClient(root);
    const pid = await daemonPidOf(first);
    process.kill(pid, 'SIGKILL');
    expect(existsSync(portFileOf(root))).toBe(true);
    const second = await startClient(root);
    expect(await daemonPidOf(second)).not.toBe(pid);
    second.end();
    await second.exited;
  });
});

describe('the end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s is in order', async (signal) => {
    const root = await workspace();
    const daemon = await startChild([programs.daemon, '--workdir', root]);
    await daemon.nextLine();
    daemon.process.kill(signal);
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
    expect(existsSync(portFileOf(root))).toBe(false);
  });

  test('without clients is in order too', async () => {
    const root = await workspace();
    const daemon = await startChild([programs.daemon, '--workdir', root, '--disconnect-timeout', '0']);
    await daemon.nextLine();
    const socket = connect((await readPortFile(portFileOf(root))) ?? 0, '127.0.0.1');
    await once(socket, 'connect');
    const probe = '{"jsonrpc":"2.0","id":1,"method":"server/getInfo"}';
    socket.write(`Content-Length: ${probe.length}\r\n\r\n${probe}`);
    await once(socket, 'data');
    socket.end();
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
  });
});

describe('another user', () => {
  const connector = `
    const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1');
    const probe = '{"jsonrpc":"2.0","id":1,"method":"server/getInfo"}';
    socket.write('Content-Length: ' + probe.length + '\\r\\n\\r\\n' + probe);
    let bytes = 0;
    socket.on('data', (chunk) => { bytes += chunk.length; });
    socket.on('error', () => undefined);
    socket.on('close', () => console.log('closed after ' + bytes + ' bytes'));
  `;

  test('is not let in, and not a byte of theirs is read', async () => {
    const { daemon, connect: connectOwn } = await startTestDaemon();
    const foreigner = await startChild(['-e', connector, String(daemon.port)], { asNobody: true });
    // Only root can send somebody else; for others this shows that the connector itself works.
    if (!isRoot) expect(await connectOwn().request('server/getInfo', {})).toBeDefined();
    else expect(await foreigner.nextLine()).toBe('closed after 0 bytes');
    expect(await readFile(daemon.logFile, 'utf8')).toContain(isRoot ? `it comes from user ${nobody}` : '');
  });

  test('may own the workspace: then the daemon has its place with its own user, and leaves no trace there', async () => {
    const root = await workspace();
    const runtimeDir = await temporaryDirectory();
    await chmod(runtimeDir, 0o777);
    await chmod(root, 0o555);
    const options = { asNobody: true, env: { XDG_RUNTIME_DIR: runtimeDir } };
    const client = await startChild([programs.client, root, programs.daemon], options);
    const { logFilePath } = JSON.parse(await client.nextLine());
    expect(logFilePath).toContain(join(runtimeDir, 'tandem', 'workspaces'));
    expect(existsSync(join(root, '.venvs'))).toBe(false);
    client.end();
    await client.exited;
    await chmod(root, 0o755);
  });

  test('may have made the place first: then it is not used', async () => {
    if (!isRoot) return;
    const root = await workspace();
    await chmod(root, 0o555);
    const runtimeDir = await temporaryDirectory();
    await chmod(runtimeDir, 0o755);
    await mkdir(join(runtimeDir, 'tandem'));
    const options = { asNobody: true, env: { XDG_RUNTIME_DIR: runtimeDir } };
    const daemon = await startChild([programs.daemon, '--workdir', root], options);
    await daemon.lineWith('not a folder that only you can use');
    expect((await daemon.exited).code).not.toBe(0);
  });
});
