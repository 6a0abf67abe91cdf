import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Readable, Writable } from 'node:stream';
import { dialectForRunner, type InitializeParams } from '@tandem/contracts';
import type { Clock, ManagedProcess } from '@tandem/platform';
import type { StreamPair } from '@tandem/wire';
import type { RunnerConnection } from '../wire/connection.js';

/** A connection of which one can tell when something comes in. */
export interface ListenedConnection extends RunnerConnection {
  readonly incoming: Readable;
}

export interface ConnectOptions {
  readonly clock: Clock;
  readonly initialize: InitializeParams;
  /** How long the first answer may take; `undefined`: a person with a debugger sets the pace. */
  readonly initializeTimeoutMs: number | undefined;
  readonly signal: AbortSignal;
  open(transport: StreamPair): ListenedConnection;
}

/** A runner of ours: it speaks over stdio and nothing else. */
export async function connectOverStdio(
  process: ManagedProcess,
  options: ConnectOptions,
): Promise<ListenedConnection> {
  const connection = options.open({ readable: process.stdout, writable: process.stdin });
  await initialize(connection, options);
  return connection;
}

export interface Announced {
  /** What the process writes to stdout, should it be frames. */
  readonly frames: Readable;
  /** Resolves when the process prints a port. */
  readonly port: Promise<number>;
}

/**
 * A runner that speaks over stdio as the contract says, or over a TCP port as most releases do. Only the runner
 * knows: it is greeted over stdio at once, and a port that it prints instead of answering is where it listens.
 */
export async function connectAsAnnounced(
  process: ManagedProcess,
  { frames, port }: Announced,
  options: ConnectOptions & { readonly announceTimeoutMs: number | undefined },
): Promise<ListenedConnection> {
  const overStdio = options.open({ readable: frames, writable: staysOpen(process.stdin) });
  const decided = new AbortController();
  const greeting = initialize(overStdio, {
    ...options,
    initializeTimeoutMs: options.announceTimeoutMs,
    signal: AbortSignal.any([options.signal, decided.signal]),
  });
  const first = await Promise.race([greeting, port]);
  if (first === undefined) return overStdio;

  const reason = 'the runner listens on a port';
  greeting.catch(() => {});
  decided.abort(new Error(reason));
  void overStdio.peer.close(reason);
  const socket = await connectTo(first, options.signal);
  const overTcp = options.open({ readable: socket, writable: socket });
  await initialize(overTcp, options);
  return overTcp;
}

async function initialize(connection: RunnerConnection, options: ConnectOptions): Promise<void> {
  const { clock, initializeTimeoutMs, signal } = options;
  using deadline =
    initializeTimeoutMs === undefined ? undefined : clock.deadline(initializeTimeoutMs, { signal });
  try {
    const answer = await connection.runner.request('initialize', options.initialize, {
      signal: deadline?.signal ?? signal,
    });
    connection.dialect = dialectForRunner(answer);
  } catch (error) {
    signal.throwIfAborted();
    if (deadline?.isExpired)
      throw new Error(`it did not answer "initialize" within ${initializeTimeoutMs} ms`, { cause: error });
    throw error;
  }
  await connection.runner.notify('initialized', {});
}

async function connectTo(port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw new Error(`it accepts no connection on the port ${port} that it printed`, { cause: error });
  }
}

/** A runner over TCP may take the end of its input for the end of its parent. */
function staysOpen(stdin: Writable): Writable {
  return new Writable({ write: (chunk, encoding, done) => void stdin.write(chunk, encoding, done) });
}
