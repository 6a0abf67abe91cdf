import { Console } from 'node:console';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Takes stdout for the protocol alone: whatever extension code prints goes to stderr from now on. Returns the
 * stream to write frames to.
 */
export function guardStdout(): Writable {
  const protocol = openProtocolStream();
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true });
  globalThis.console = new Console(process.stderr, process.stderr);
  return protocol;
}

/**
 * Node writes to a pipe on stdout synchronously: a Workspace Manager that does not read would stop the whole runner.
 * A socket of our own on the same descriptor waits its turn. A file or terminal takes no socket, and blocks nobody.
 */
function openProtocolStream(): Writable {
  try {
    return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    return process.stdout;
  }
}
