import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serveEdn } from './edn/reference-peer.js';
import type { Flaw } from './flaw.js';
import { createFace, withSlowMethod } from './json-rpc/protocol-faces.js';
import { serveJsonRpc } from './json-rpc/reference-peer.js';
import { ReferenceManager } from './wm/reference-manager.js';

export interface ReferenceServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
}

export interface ServerHooks {
  readonly port?: number;
  readonly host?: string;
  shutDown?(): void;
  clientsChanged?(count: number, isLess: boolean): void;
}

/**
 * The correct peer of `protocol` over TCP, except for the flaw: a fresh one for each connection, but for a Workspace
 * Manager, which all connections share.
 */
export async function startReferenceServer(
  protocol: string,
  createFlaw: () => Flaw = () => ({}),
  { port = 0, host = '127.0.0.1', shutDown = () => {}, clientsChanged = () => {} }: ServerHooks = {},
): Promise<ReferenceServer> {
  const sockets = new Set<Socket>();
  const manager = new ReferenceManager({ logFilePath: fileURLToPath(import.meta.url), shutDown });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    clientsChanged(sockets.size, false);
    socket.once('close', () => {
      sockets.delete(socket);
      clientsChanged(sockets.size, true);
    });
    const streams = { input: socket, output: socket };
    if (protocol === 'edn') serveEdn(streams, createFlaw());
    else if (protocol === 'wm')
      manager.join(serveJsonRpc(withSlowMethod(manager.handlers), streams, createFlaw()));
    else serveJsonRpc(createFace(protocol), streams, createFlaw());
  });
  server.listen(port, host);
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
