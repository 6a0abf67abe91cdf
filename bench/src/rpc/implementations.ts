import type { Readable, Writable } from 'node:stream';
import { createPeer } from '@tandem/wire';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { bareEchoClient, bareEchoServer } from './bare-loop.js';
import type { EchoClient } from './echo-client.js';

export interface Implementation {
  serve(readable: Readable, writable: Writable): void;
  connect(readable: Readable, writable: Writable): EchoClient;
}

export const implementations: Readonly<Record<'tandem' | 'vscode-jsonrpc' | 'bare loop', Implementation>> = {
  tandem: {
    serve(readable, writable) {
      createPeer(
        { readable, writable },
        { request: (_method, params) => params, notification: () => undefined },
      );
    },
    connect(readable, writable) {
      const peer = createPeer({ readable, writable }, { request: () => null, notification: () => undefined });
      return { echo: (payload, done) => void peer.request('echo', payload).then(done) };
    },
  },
  'vscode-jsonrpc': {
    serve(readable, writable) {
      const connection = connectionOver(readable, writable);
      connection.onRequest('echo', (params: unknown) => params);
      connection.listen();
    },
    connect(readable, writable) {
      const connection = connectionOver(readable, writable);
      connection.listen();
      return { echo: (payload, done) => void connection.sendRequest('echo', payload).then(done) };
    },
  },
  'bare loop': { serve: bareEchoServer, connect: bareEchoClient },
};

export type ImplementationName = keyof typeof implementations;

function connectionOver(readable: Readable, writable: Writable) {
  return createMessageConnection(new StreamMessageReader(readable), new StreamMessageWriter(writable));
}
