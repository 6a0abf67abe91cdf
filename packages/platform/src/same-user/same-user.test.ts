import { once } from 'node:events';
import { chmod, readFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildProgram } from '../../test/child-program.js';
import { isRoot, nobody, startLineChild } from '../../test/line-child.js';
import { lsofArguments, lsofShowsClient } from './lsof.js';
import { clientRows } from './proc-net-tcp.js';
import { isSameUserConnection } from './same-user.js';

async function listen(host: string): Promise<{ server: Server; port: number }> {
  const server = createServer({ pauseOnConnect: true });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

async function nextConnection(server: Server): Promise<Socket> {
  const [socket] = await once(server, 'connection');
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe('with real connections, on Linux', () => {
  async function checkOwn(listenOn: string, connectTo: string): Promise<void> {
    if (process.platform !== 'linux') return;
    const { server, port } = await listen(listenOn);
    const accepted = nextConnection(server);
    const client = connect(port, connectTo);
    onTestFinished(() => void client.destroy());
    expect(await isSameUserConnection(await accepted)).toEqual({ kind: 'same-user' });
  }

  test('our own client over IPv4', () => checkOwn('127.0.0.1', '127.0.0.1'));
  test('our own client with an IPv6 socket for an IPv4 address', () =>
    checkOwn('127.0.0.1', '::ffff:127.0.0.1'));
  test('our own client over IPv6', () => checkOwn('::1', '::1'));
  test('a server on all addresses', () => checkOwn('::', '127.0.0.1'));

  test('what is not ours, or has gone, is refused', async () => {
    if (process.platform !== 'linux') return;
    const { server, port } = await listen('127.0.0.1');
    const accepted = nextConnection(server);
    const client = connect(port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    const socket = await accepted;
    expect(await isSameUserConnection(socket, { userId: 54_321 })).toEqual({
      kind: 'refused',
      why: `it comes from user ${process.getuid?.()}`,
    });
    client.destroy();
    await once(client, 'close');
    expect(await isSameUserConnection(socket)).toMatchObject({ kind: 'refused' });
    socket.destroy();
    expect(await isSameUserConnection(socket)).toMatchObject({ kind: 'refused' });
  });
});

describe('a client of another user', () => {
  /** Only root can become somebody else; for others the check above, with a wrong number for ourselves, has to do. */
  async function checkForeign(afterwards: string, why: string): Promise<void> {
    if (!isRoot()) return;
    const { server, port } = await listen('127.0.0.1');
    const program = await buildProgram(`
      import { connect } from 'node:net';
      const socket = connect(${port}, '127.0.0.1', () => { ${afterwards} });
    `);
    await chmod(dirname(program), 0o755);
    const accepted = nextConnection(server);
    const child = await startLineChild(program, { asNobody: true });
    await child.nextLine();
    expect(await isSameUserConnection(await accepted)).toEqual({ kind: 'refused', why });
  }

  test('is refused', () => checkForeign(`console.log('connected')`, `it comes from user ${nobody}`));
  test('is refused although it has sent and closed, when its socket shows root as owner', () =>
    checkForeign(
      `socket.end('secret'); socket.destroy(); setImmediate(() => console.log('closed'))`,
      'no living process holds its other end',
    ));
});

describe('what other systems answer', () => {
  const connection = { localAddress: '127.0.0.1', localPort: 1, remoteAddress: '127.0.0.1', remotePort: 2 };

  test('Windows has no sound check', async () => {
    expect(await isSameUserConnection(connection, { os: 'win32', userId: 1 })).toMatchObject({
      kind: 'unsupported',
    });
  });

  test('macOS asks lsof for the client of our own user', () => {
    expect(lsofArguments(5555, 501)).toEqual(['-n', '-P', '-a', '-u', '501', '-iTCP:5555', '-F', 'n']);
    const server = { address: '127.0.0.1', port: 4444 };
    const client = { address: '127.0.0.1', port: 5555 };
    const check = (output: string, expected: boolean) =>
      expect(lsofShowsClient(output, server, client)).toBe(expected);
    check('p10\nf20\nn127.0.0.1:5555->127.0.0.1:4444\n', true);
    check('p10\nf20\nn[::ffff:127.0.0.1]:5555->[::ffff:127.0.0.1]:4444\n', true);
    check('p10\nf20\nn127.0.0.1:4444->127.0.0.1:5555\n', false);
    check('p10\nf20\nn127.0.0.1:5555->127.0.0.1:44\n', false);
    check('', false);
    const [server6, client6] = [
      { address: '::1', port: 4 },
      { address: '::1', port: 5 },
    ];
    expect(lsofShowsClient('n[::1]:5->[::1]:4', server6, client6)).toBe(true);
  });
});

describe('/proc/net/tcp', () => {
  const header =
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
  const row = (local: string, remote: string) =>
    `   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  1000        0 777 1 0 20 4 30 10 -1\n`;
  const query = {
    server: { address: '127.0.0.1', port: 80 },
    client: { address: '127.0.0.1', port: 65_535 },
  } as const;
  const found = [{ userId: 1000, inode: 777 }];

  test('byte order', () => {
    const check = (table: string, order: 'LE' | 'BE', expected: unknown) =>
      expect([...clientRows(header + table, { ...query, endianness: order })]).toEqual(expected);
    check(row('0100007F:FFFF', '0100007F:0050'), 'LE', found);
    check(row('7F000001:FFFF', '7F000001:0050'), 'BE', found);
    check(row('0100007F:FFFF', '0100007F:0050'), 'BE', []);
    check(row('0100007F:0050', '0100007F:FFFF'), 'LE', []);
    check(row('0000000000000000FFFF00000100007F:FFFF', '0000000000000000FFFF00000100007F:0050'), 'LE', found);
    check('\n\ngarbage\n', 'LE', []);
  });

  test('IPv6 addresses', () => {
    const ends = {
      server: { address: 'fe80::1%lo', port: 1 },
      client: { address: '1:2:3:4:5:6:7:8', port: 2 },
    };
    const table =
      header + row('00010002000300040005000600070008:0002', 'FE800000000000000000000000000001:0001');
    expect([...clientRows(table, { ...ends, endianness: 'BE' })]).toEqual(found);
  });

  test('the real table is understood', async () => {
    if (process.platform !== 'linux') return;
    const { server, port } = await listen('127.0.0.1');
    const accepted = nextConnection(server);
    const client = connect(port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    const socket = await accepted;
    const ends = {
      server: { address: '127.0.0.1', port },
      client: { address: '127.0.0.1', port: socket.remotePort ?? 0 },
    };
    const rows = [
      ...clientRows(await readFile('/proc/net/tcp', 'latin1'), { ...ends, endianness: endianness() }),
    ];
    expect(rows).toEqual([{ userId: process.getuid?.(), inode: expect.any(Number) }]);
  });
});
