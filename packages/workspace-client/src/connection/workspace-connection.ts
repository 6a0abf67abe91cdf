import type { Duplex } from 'node:stream';
import {
  type Caller,
  connectClient,
  type Handlers,
  type MethodNames,
  type ParamsOut,
  serveSome,
  wmContract,
} from '@tandem/contracts';
import { type CloseReason, createPeer, type RpcPeer } from '@tandem/wire';

type Wm = typeof wmContract;
export type WorkspaceEvent = MethodNames<Wm, 'toClient', 'notification'>;
export type WorkspaceEventParams<N extends WorkspaceEvent> = ParamsOut<Wm, N>;

/** What the Workspace Manager may ask of its client: to apply an edit, to attach a debugger. */
export type ClientHandlers = Partial<Pick<Handlers<Wm, 'toClient'>, MethodNames<Wm, 'toClient', 'request'>>>;

export interface ConnectionOptions {
  readonly handlers?: ClientHandlers;
  /** The Workspace Manager broke the protocol, or a listener threw. For a log; it has been dealt with. */
  readonly onProblem?: (problem: string, cause?: unknown) => void;
}

/** A client's end of a connection to a Workspace Manager, in this process or in another. */
export interface WorkspaceConnection extends Caller<Wm, 'toServer'>, AsyncDisposable {
  /**
   * Listens to what the Workspace Manager says unasked. All that it said before the answer to a request has reached
   * the listeners when that answer is there.
   */
  on<N extends WorkspaceEvent>(event: N, listener: (params: WorkspaceEventParams<N>) => void): Disposable;
  /** Settles once, when the connection is over; never rejects. */
  readonly closed: Promise<CloseReason>;
  close(): Promise<void>;
}

/** Speaks to a Workspace Manager over any stream. */
export function connectOver(stream: Duplex, options: ConnectionOptions = {}): WorkspaceConnection {
  const listeners = new Listeners();
  const report = options.onProblem ?? (() => undefined);
  const served = serveSome(
    wmContract,
    'toClient',
    { ...options.handlers, ...listeners.handlers() },
    {
      onInvalidNotification: (method, problems) =>
        report(`"${method}" was ignored: ${problems.map(({ path, message }) => `${path} ${message}`)}`),
    },
  );
  const peer = createPeer(
    stream,
    {
      request: (method, params, context) => served.request(method, params, context),
      // Not awaited: an answer that is read next would otherwise overtake the notifications before it.
      notification: (method, params, context) => {
        Promise.resolve(served.notification(method, params, context)).catch((error: unknown) =>
          report(`A listener to "${method}" failed`, error),
        );
      },
    },
    {
      onProtocolError: (problem) => report(`The Workspace Manager broke the protocol: ${problem}`),
      onHandlerError: (error, method) => report(`"${method}" could not be answered`, error),
    },
  );
  return withEvents(peer, listeners);
}

function withEvents(peer: RpcPeer, listeners: Listeners): WorkspaceConnection {
  const caller = connectClient(wmContract, peer);
  const close = () => peer.close();
  return {
    request: caller.request,
    notify: caller.notify,
    on: (event, listener) => listeners.add(event, listener),
    closed: peer.closed,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type AnyListener = (params: never) => void;

class Listeners {
  readonly #byEvent: { readonly [N in WorkspaceEvent]: Set<AnyListener> } = {
    'actions/partialResult': new Set(),
    'actions/progress': new Set(),
    'actions/treeChanged': new Set(),
    'server/userMessage': new Set(),
    'server/logRecords': new Set(),
  };

  add<N extends WorkspaceEvent>(event: N, listener: (params: WorkspaceEventParams<N>) => void): Disposable {
    this.#byEvent[event].add(listener);
    return { [Symbol.dispose]: () => void this.#byEvent[event].delete(listener) };
  }

  handlers(): Pick<Handlers<Wm, 'toClient'>, WorkspaceEvent> {
    const tell =
      <N extends WorkspaceEvent>(event: N) =>
      (params: WorkspaceEventParams<N>): void => {
        for (const listener of [...this.#byEvent[event]]) (listener as (params: unknown) => void)(params);
      };
    return {
      'actions/partialResult': tell('actions/partialResult'),
      'actions/progress': tell('actions/progress'),
      'actions/treeChanged': tell('actions/treeChanged'),
      'server/userMessage': tell('server/userMessage'),
      'server/logRecords': tell('server/logRecords'),
    };
  }
}
