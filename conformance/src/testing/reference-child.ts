import { writeFileSync } from 'node:fs';
import { findFlaw } from './find-flaw.js';

/** `reference-child PROTOCOL CHECK` on standard streams, or `reference-child PROTOCOL CHECK PORT_FILE` as a daemon. */
const [protocol = '', check = '', portFile] = process.argv.slice(2);
const flaw = findFlaw(protocol, check);
const streams = { input: process.stdin, output: process.stdout };

// Started for every single check, so each kind loads only what it needs.
if (portFile !== undefined) {
  const { startReferenceServer } = await import('./reference-server.js');
  const server = await startReferenceServer(protocol, flaw?.create);
  writeFileSync(portFile, String(server.port));
} else if (protocol === 'edn') {
  const { serveEdn } = await import('./edn/reference-peer.js');
  serveEdn(streams, flaw?.create() ?? {});
} else {
  const { serveJsonRpc } = await import('./json-rpc/reference-peer.js');
  serveJsonRpc(protocol, streams, flaw?.create() ?? {});
}
