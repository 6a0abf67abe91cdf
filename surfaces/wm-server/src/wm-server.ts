import type { Duplex } from 'node:stream';
import type { Clock, Log } from '@tandem/platform';
import type { Workspace } from '@tandem/workspace';
import type { ServerFacts } from './connection/connection-context.js';
import { LogHub, toWireRunnerRecord } from './connection/log-hub.js';
import { type ServedConnection, serveConnection } from './connection/serve-connection.js';

export interface WmServerOptions {
  readonly workspace: Workspace;
  readonly log: Log;
  readonly clock: Clock;
  readonly facts: ServerFacts;
  /** Set when the log's records are to reach subscribers too: the hub whose sink the log writes to. */
  readonly logHub?: LogHub;
  /** A client asked the server to stop. */
  onShutdown(): void;
}

/** Serves one workspace to any number of clients, over any streams. */
export interface WmServer extends AsyncDisposable {
  /** Resolves when this client is gone. */
  serve(stream: Duplex): Promise<void>;
  readonly clientCount: number;
}

/** What a client gets to read the last words; then it is cut off, whatever it does. */
const lastWordsMs = 500;

export function createWmServer(options: WmServerOptions): WmServer {
  const { workspace, log, clock, facts } = options;
  const clients = new Map<ServedConnection, Duplex>();
  const logHub = options.logHub ?? new LogHub();
  const levelWatch = logHub.onLevelChange((level) => workspace.forwardRunnerLogs(level));
  const subscription = workspace.subscribe({
    logRecord: (record) => logHub.publish(toWireRunnerRecord(record)),
  });
  let connectionsSoFar = 0;

  const close = async (reason: string): Promise<void> => {
    const ended = Promise.all([...clients.keys()].map((client) => client.ended));
    for (const client of clients.keys()) client.close(reason);
    using deadline = clock.deadline(lastWordsMs);
    const cutOff = () => {
      for (const stream of clients.values()) stream.destroy();
    };
    deadline.signal.addEventListener('abort', cutOff, { once: true });
    await ended;
  };

  return {
    async serve(stream) {
      connectionsSoFar += 1;
      const client = serveConnection(stream, {
        workspace,
        log,
        clock,
        logHub,
        facts,
        name: `#${connectionsSoFar}`,
        // In a later turn, when the answer to the one who asked has been handed to the stream.
        shutDown: () => void setImmediate(() => options.onShutdown()),
      });
      clients.set(client, stream);
      await client.ended.finally(() => clients.delete(client));
    },
    get clientCount() {
      return clients.size;
    },
    async [Symbol.asyncDispose]() {
      await close('the Workspace Manager stops');
      subscription[Symbol.dispose]();
      levelWatch[Symbol.dispose]();
    },
  };
}
