import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { promisify } from 'node:util';
import { currentOperatingSystem, type OperatingSystem } from '../operating-system.js';
import type { AcceptedConnection, Endpoint, SameUserResult } from './connection.js';
import { lsofArguments, lsofShowsClient } from './lsof.js';
import { clientRows } from './proc-net-tcp.js';

export interface SameUserOptions {
  readonly os?: OperatingSystem;
  readonly userId?: number | undefined;
}

/**
 * Does the process at the other end of a loopback connection belong to our user? Ask before a byte is read:
 * accept with `pauseOnConnect: true`. Root at the other end is another user too.
 */
export async function isSameUserConnection(
  connection: AcceptedConnection,
  options: SameUserOptions = {},
): Promise<SameUserResult> {
  const { os = currentOperatingSystem(), userId = process.getuid?.() } = options;
  const server = endpoint(connection.localAddress, connection.localPort);
  const client = endpoint(connection.remoteAddress, connection.remotePort);
  if (server === undefined || client === undefined) return refused('the connection is already closed');
  if (os === 'win32' || userId === undefined) {
    return {
      kind: 'unsupported',
      why: 'Windows tells the owner of a connection only to slow and racy queries',
    };
  }
  return os === 'darwin' ? askLsof(server, client, userId) : askProc(server, client, userId);
}

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

async function askProc(server: Endpoint, client: Endpoint, userId: number): Promise<SameUserResult> {
  let readable = 0;
  for (const table of tables) {
    const text = await readFile(table, 'latin1').catch(() => undefined);
    if (text === undefined) continue;
    readable += 1;
    for (const row of clientRows(text, { server, client, endianness: endianness() })) {
      // A socket that its process has closed shows inode 0 and user 0, whoever opened it.
      if (row.inode === 0) continue;
      return row.userId === userId ? { kind: 'same-user' } : refused(`it comes from user ${row.userId}`);
    }
  }
  if (readable === 0) return { kind: 'unsupported', why: '/proc/net/tcp cannot be read' };
  return refused('no living process holds its other end');
}

const run = promisify(execFile);

/** Without root rights lsof sees only our own processes; `-u` makes that so for root as well. */
async function askLsof(server: Endpoint, client: Endpoint, userId: number): Promise<SameUserResult> {
  try {
    const { stdout } = await run('lsof', lsofArguments(client.port, userId), {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
      timeout: 5_000,
    });
    return lsofShowsClient(stdout, server, client)
      ? { kind: 'same-user' }
      : refused('no process of this user holds its other end');
  } catch (error) {
    // lsof exits with 1 when it finds nothing.
    if (error instanceof Error && 'code' in error && error.code === 1) {
      return refused('no process of this user holds its other end');
    }
    return { kind: 'unsupported', why: 'lsof cannot be run' };
  }
}

function endpoint(address: string | undefined, port: number | undefined): Endpoint | undefined {
  return address === undefined || port === undefined ? undefined : { address, port };
}

function refused(why: string): SameUserResult {
  return { kind: 'refused', why };
}
