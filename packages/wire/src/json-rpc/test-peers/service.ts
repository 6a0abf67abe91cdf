import type { Duplex } from 'node:stream';
import {
  type CancellationToken,
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { StreamPair } from '../close-streams.js';
import { createPeer } from '../peer.js';
import { methodNotFound, RpcError } from '../rpc-error.js';

export type Implementation = 'ours' | 'vscode-jsonrpc';

/** What the contract suite asks of either end, whoever implements it. */
export interface ServiceEnd {
  request(method: string, params?: object, options?: { signal?: AbortSignal }): Promise<unknown>;
  notify(method: string, params?: object): Promise<void>;
  close(): Promise<void>;
}

/** Both ends of the suite offer the same methods. */
export function startService(implementation: Implementation, stream: Duplex | StreamPair): ServiceEnd {
  return implementation === 'ours' ? startOurs(stream) : startVscode(stream);
}

interface Params {
  readonly method?: string;
  readonly params?: object;
  readonly text?: string;
}

interface CallingBack {
  request(method: string, params?: object): Promise<unknown>;
}

function createService(): (
  method: string,
  params: Params,
  back: CallingBack,
  signal: AbortSignal,
) => unknown {
  const notes: unknown[] = [];
  return (method, params, back, signal) => {
    switch (method) {
      case 'echo':
        return params;
      case 'nothing':
        return null;
      case 'fail':
        throw new Error('boom');
      case 'note':
        notes.push(params);
        return null;
      case 'notes':
        return notes;
      case 'callBack':
        return back.request(params.method ?? '', params.params);
      case 'waitForCancel':
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            notes.push('cancelled');
            reject(new RpcError(-32800, 'cancelled'));
          });
        });
      default:
        return undefined;
    }
  };
}

function startOurs(stream: Duplex | StreamPair): ServiceEnd {
  const serve = createService();
  const peer = createPeer(stream, {
    request(method, params, context) {
      if (method === 'refuse') throw new RpcError(1234, 'no', { data: { why: 'because' } });
      const outcome = serve(method, params as Params, context.peer, context.signal);
      if (outcome === undefined && method !== 'echo') throw methodNotFound(method);
      return outcome;
    },
    notification(method, params, context) {
      serve(method, params as Params, context.peer, context.signal);
    },
  });
  return {
    request: (method, params, options) => peer.request(method, params, options),
    notify: (method, params) => peer.notify(method, params),
    close: () => peer.close(),
  };
}

function startVscode(stream: Duplex | StreamPair): ServiceEnd {
  const { readable, writable } =
    'writable' in stream && typeof stream.writable === 'object' ? stream : both(stream as Duplex);
  const connection = createMessageConnection(
    new StreamMessageReader(readable),
    new StreamMessageWriter(writable),
  );
  connection.onError(() => {});
  const serve = createService();
  const back: CallingBack = { request: (method, params) => connection.sendRequest(method, params) };
  const answer = async (method: string, params: Params, token: CancellationToken): Promise<unknown> => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    try {
      return await serve(method, params, back, abort.signal);
    } catch (error) {
      throw error instanceof RpcError ? new ResponseError(error.code, error.message) : error;
    }
  };
  for (const method of ['echo', 'nothing', 'fail', 'notes', 'callBack', 'waitForCancel']) {
    connection.onRequest(method, (params: Params, token: CancellationToken) => answer(method, params, token));
  }
  connection.onRequest('refuse', () => new ResponseError(1234, 'no', { why: 'because' }));
  connection.onNotification('note', (params: Params) => {
    serve('note', params, back, new AbortController().signal);
  });
  connection.listen();
  return {
    request: (method, params, options) => sendWithSignal(connection, method, params, options?.signal),
    notify: (method, params) => connection.sendNotification(method, params),
    async close() {
      connection.end();
      connection.dispose();
      writable.end();
    },
  };
}

function both(stream: Duplex): StreamPair {
  return { readable: stream, writable: stream };
}

function sendWithSignal(
  connection: MessageConnection,
  method: string,
  params: object | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const source = new CancellationTokenSource();
  signal?.addEventListener('abort', () => source.cancel());
  return connection.sendRequest(method, params, source.token);
}
