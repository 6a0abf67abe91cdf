import { connect } from 'node:net';
import { type Connection, type OwnServer, type Target, TargetError } from './target.js';

interface Address {
  readonly host: string;
  readonly port: number;
}

interface Waiting {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A server that is already running: one new connection for each check. */
export function createTcpTarget(address: Address, waiting: Waiting): Target {
  return {
    transport: 'tcp',
    description: `${address.host}:${address.port}`,
    openGroup: async () => ({
      connect: () => connectToSocket(address, waiting),
      async [Symbol.asyncDispose]() {},
    }),
  };
}

/** What the kit knows about a process that it started. */
export interface ServerOwner extends Pick<Connection, 'exited' | 'stderrTail'> {
  readonly own?: OwnServer;
}

/** Opens one connection; the owner of the server, if it is us, adds what it knows about the process. */
export async function connectToSocket(
  address: Address,
  waiting: Waiting,
  owner: ServerOwner = { stderrTail: () => '' },
): Promise<Connection> {
  const { own, ...process } = owner;
  const deadline = AbortSignal.timeout(waiting.timeoutMs);
  const where = `${address.host}:${address.port}`;
  const socket = connect({ host: address.host, port: address.port, noDelay: true, allowHalfOpen: true });
  const giveUp = () => socket.destroy(new Error(`no connection within ${waiting.timeoutMs} ms`));
  const stop = AbortSignal.any([deadline, waiting.signal]);
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
  } catch (cause) {
    waiting.signal.throwIfAborted();
    throw new TargetError(
      `Cannot connect to ${where}: ${cause instanceof Error ? cause.message : String(cause)}.`,
      { cause },
    );
  } finally {
    stop.removeEventListener('abort', giveUp);
  }
  return {
    ...process,
    server: {
      port: address.port,
      connect: () => connectToSocket(address, waiting, owner),
      ...(own !== undefined && { own }),
    },
    transport: 'tcp',
    output: socket,
    input: socket,
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}
