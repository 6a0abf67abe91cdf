import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Clock, isSameUserConnection } from '@tandem/platform';
import {
  type ConnectionOptions,
  connectOver,
  type WorkspaceConnection,
} from '../connection/workspace-connection.js';
import { WorkspaceClientError } from '../workspace-client-error.js';

/** How the client introduces itself. */
export interface ClientIntroduction {
  /** Such as `lsp`, `mcp` or `cli`: it decides what may run before the folder is trusted. */
  readonly clientId: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

export interface ReachOptions extends ConnectionOptions {
  readonly client: ClientIntroduction;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface ReachedDaemon {
  readonly connection: WorkspaceConnection;
  readonly port: number;
}

/** A daemon on this machine answers in milliseconds; whatever took over a dead daemon's port may never answer. */
const answerWithinMs = 5_000;

/**
 * Connects to a port and makes sure that a Workspace Manager of our own user answers there. A port file may be left
 * from a daemon that was killed, its port be taken by any program since; nothing but our name is said before we know.
 */
export async function reachDaemon(port: number, options: ReachOptions): Promise<ReachedDaemon> {
  using deadline = options.clock.deadline(answerWithinMs, { signal: options.signal });
  const socket = await openSocket(port, deadline.signal);
  const connection = connectOver(socket, options);
  try {
    const { clientId, capabilities } = options.client;
    await connection.request(
      'client/initialize',
      { clientId, ...(capabilities !== undefined && { capabilities }) },
      { signal: deadline.signal },
    );
    await requireOwnServer(socket, port);
    return { connection, port };
  } catch (cause) {
    socket.destroy();
    options.signal.throwIfAborted();
    if (cause instanceof WorkspaceClientError) throw cause;
    throw new WorkspaceClientError('not-a-daemon', `What listens on port ${port} is no Workspace Manager`, {
      cause,
    });
  }
}

async function openSocket(port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (cause) {
    socket.destroy();
    const message = `Nothing listens on port ${port}`;
    throw new WorkspaceClientError('daemon-not-answering', message, { cause });
  }
}

/** The same question that the daemon asks about us, with the two ends exchanged. */
async function requireOwnServer(socket: Socket, port: number): Promise<void> {
  const answer = await isSameUserConnection(socket);
  if (answer.kind !== 'refused') return;
  const message = `The server on port ${port} is not ours: ${answer.why}`;
  throw new WorkspaceClientError('not-a-daemon', message);
}
