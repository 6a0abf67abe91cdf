import { isIPv4 } from 'node:net';
import type { Endpoint } from './connection.js';

export interface SocketRow {
  readonly userId: number;
  readonly inode: number;
}

export interface ConnectionQuery {
  readonly server: Endpoint;
  readonly client: Endpoint;
  readonly endianness: 'LE' | 'BE';
}

/** The rows of `/proc/net/tcp` or `tcp6` that are the client's end of one connection. */
export function* clientRows(
  table: string,
  { server, client, endianness }: ConnectionQuery,
): Generator<SocketRow> {
  const local = spellings(client, endianness);
  const remote = spellings(server, endianness);
  for (const line of table.split('\n').slice(1)) {
    // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode …
    const [, localAddress = '', remoteAddress = '', , , , , userId, , inode] = line.trim().split(/\s+/);
    if (!local.includes(localAddress) || !remote.includes(remoteAddress)) continue;
    yield { userId: Number(userId), inode: Number(inode) };
  }
}

/** A client that uses an IPv6 socket for an IPv4 address is listed under the mapped address, and only there. */
function spellings({ address, port }: Endpoint, endianness: 'LE' | 'BE'): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const addresses = isIPv4(plain)
    ? [ipv4Bytes(plain), [...mappedPrefix, ...ipv4Bytes(plain)]]
    : [ipv6Bytes(plain)];
  return addresses.map((bytes) => `${hexWords(bytes, endianness)}:${hexPort}`);
}

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

function ipv4Bytes(address: string): number[] {
  return address.split('.').map(Number);
}

function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** The kernel prints each 32-bit word as the machine reads it. */
function hexWords(bytes: readonly number[], endianness: 'LE' | 'BE'): string {
  const words: string[] = [];
  for (let start = 0; start < bytes.length; start += 4) {
    const word = bytes.slice(start, start + 4);
    words.push(Buffer.from(endianness === 'LE' ? word.reverse() : word).toString('hex'));
  }
  return words.join('').toUpperCase();
}
