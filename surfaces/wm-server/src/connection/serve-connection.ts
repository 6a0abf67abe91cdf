import type { Duplex } from 'node:stream';
import { connectServer, serve, type UserMessage as WireUserMessage, wmContract } from '@tandem/contracts';
import type { Clock, Log } from '@tandem/platform';
import { type CloseReason, createPeer, type MessageHandlers } from '@tandem/wire';
import type { UserMessage, Workspace } from '@tandem/workspace';
import { toWireTree } from '../convert/tree.js';
import { actionHandlers } from '../handlers/action-handlers.js';
import { documentHandlers } from '../handlers/document-handlers.js';
import { runnerHandlers } from '../handlers/runner-handlers.js';
import { serverHandlers } from '../handlers/server-handlers.js';
import { workspaceHandlers } from '../handlers/workspace-handlers.js';
import { Broadcasts } from './broadcasts.js';
import { ConnectedClient } from './connected-client.js';
import type { ConnectionContext, ServerFacts } from './connection-context.js';
import type { LogHub } from './log-hub.js';
import { LogSubscription } from './log-subscription.js';
import { withWireErrors } from './wire-errors.js';

export interface ServeConnectionOptions {
  readonly workspace: Workspace;
  readonly log: Log;
  readonly clock: Clock;
  readonly logHub: LogHub;
  readonly facts: ServerFacts;
  /** Names the connection in the log. */
  readonly name: string;
  shutDown(): void;
}

export interface ServedConnection {
  /** Settles when the client is gone, its runs are cancelled and its documents closed. */
  readonly ended: Promise<void>;
  close(reason: string): void;
}

const mebibyte = 1024 * 1024;

/** A client that lets so much lie unread is dropped; before that, it is only its own requests that wait. */
const limits = { maxUnsentBytes: 64 * mebibyte, pauseAtBytes: 96 * mebibyte };

/** Serves one client over a stream until either side ends it. */
export function serveConnection(stream: Duplex, options: ServeConnectionOptions): ServedConnection {
  const { workspace, clock, facts } = options;
  const log = options.log.child({ connection: options.name });
  // Messages come in a later turn of the event loop, when all that they touch is in place.
  const messages: MessageHandlers = {
    request: (method, params, context) => served.request(method, params, context),
    notification: (method, params, context) => served.notification(method, params, context),
  };
  const peer = createPeer(stream, messages, {
    limits,
    onProtocolError: (problem) => log.warn(`the client broke the protocol: ${problem}`),
    onHandlerError: (error, method) => log.error(`"${method}" failed`, { error }),
  });
  const caller = connectServer(wmContract, peer);
  const client = new ConnectedClient(options.name, caller);
  const logs = new LogSubscription(options.logHub, {
    clock,
    canSend: () => !stream.writableNeedDrain,
    send: (batch) => void caller.notify('server/logRecords', batch).catch(() => undefined),
  });
  const { shutDown } = options;
  const context: ConnectionContext = { workspace, client, caller, logs, facts, log, clock, shutDown };
  const served = withLogsFirst(withWireErrors(serveContract(context)), logs);
  const subscription = subscribeToBroadcasts(workspace, caller, new Broadcasts(stream));

  const ended = peer.closed.then(async (reason) => {
    subscription[Symbol.dispose]();
    logs[Symbol.dispose]();
    logEnd(log, reason);
    await workspace.disconnect(client.session);
  });
  return { ended, close: (reason) => void peer.close(reason) };
}

function serveContract(context: ConnectionContext): MessageHandlers {
  const handlers = {
    ...workspaceHandlers(context),
    ...actionHandlers(context),
    ...documentHandlers(context),
    ...runnerHandlers(context),
    ...serverHandlers(context),
  };
  return serve(wmContract, 'toServer', handlers, {
    onInvalidNotification: (method, problems) =>
      context.log.warn(`"${method}" was ignored, it is not valid`, { problems }),
    onUnknownNotification: (method) => context.log.debug(`"${method}" was ignored, it is not known`),
  });
}

/** The log records that a request caused reach the client before the answer, however the request ended. */
function withLogsFirst(handlers: MessageHandlers, logs: LogSubscription): MessageHandlers {
  return {
    ...handlers,
    async request(method, params, context) {
      try {
        return await handlers.request(method, params, context);
      } finally {
        logs.flush();
      }
    },
  };
}

const messageType: Readonly<Record<UserMessage['kind'], WireUserMessage['type']>> = {
  info: 'INFO',
  warning: 'WARNING',
  error: 'ERROR',
};

function subscribeToBroadcasts(
  workspace: Workspace,
  caller: ConnectionContext['caller'],
  broadcasts: Broadcasts,
): Disposable {
  return workspace.subscribe({
    treeChanged: (node) =>
      broadcasts.push(() => caller.notify('actions/treeChanged', { node: toWireTree(node) }), node.id),
    userMessage: ({ kind, message }) =>
      broadcasts.push(() => caller.notify('server/userMessage', { message, type: messageType[kind] })),
  });
}

function logEnd(log: Log, { kind, message, error }: CloseReason): void {
  if (error === undefined) log.info(`connection ended: ${message}`, { kind });
  else log.warn(`connection broken off: ${message}`, { kind, error });
}
