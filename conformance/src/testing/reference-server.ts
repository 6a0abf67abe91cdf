import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { serveEdn } from './edn/reference-peer.js';
import type { Flaw } from './flaw.js';
import { serveJsonRpc } from './json-rpc/reference-peer.js';
import type { PeerStreams } from './peer-streams.js';

export interface ReferenceServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
}

/** The correct peer of `protocol` over TCP, except for the flaw: a fresh one for each connection. */
export async function startReferenceServer(
  protocol: string,
  createFlaw: () => Flaw = () => ({}),
): Promise<ReferenceServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    serveReference(protocol, { input: socket, output: socket }, createFlaw());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serveReference(protocol: string, streams: PeerStreams, flaw: Flaw): void {
  if (protocol === 'edn') serveEdn(streams, flaw);
  else serveJsonRpc(protocol, streams, flaw);
}
