import { findFlaw } from './find-flaw.js';

/**
 * `reference-child PROTOCOL CHECK` on standard streams, or as a daemon
 * `reference-child PROTOCOL CHECK PORT_FILE DISCONNECT_TIMEOUT`.
 */
const [protocol = '', check = '', portFile, disconnectTimeout] = process.argv.slice(2);
const flaw = findFlaw(protocol, check);
const streams = { input: process.stdin, output: process.stdout };

// Started for every single check, so each kind loads only what it needs.
if (portFile !== undefined) {
  const { runReferenceDaemon } = await import('./reference-daemon.js');
  await runReferenceDaemon({ protocol, flaw, portFile, disconnectTimeoutSec: Number(disconnectTimeout) });
} else if (protocol === 'edn') {
  const { serveEdn } = await import('./edn/reference-peer.js');
  serveEdn(streams, flaw?.create() ?? {});
} else {
  const { serveJsonRpc } = await import('./json-rpc/reference-peer.js');
  const { createFace } = await import('./json-rpc/protocol-faces.js');
  serveJsonRpc(createFace(protocol), streams, flaw?.create() ?? {});
}
