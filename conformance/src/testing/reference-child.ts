import { writeFileSync } from 'node:fs';
import { findFlaw } from './find-flaw.js';
import { serveReference, startReferenceServer } from './reference-server.js';

/** `reference-child PROTOCOL [CHECK]` on standard streams, or `reference-child PROTOCOL CHECK PORT_FILE` as a daemon. */
const [protocol = '', check = 'none', portFile] = process.argv.slice(2);
const flaw = findFlaw(protocol, check);

if (portFile === undefined) {
  serveReference(protocol, { input: process.stdin, output: process.stdout }, flaw?.create());
} else {
  const server = await startReferenceServer(protocol, flaw?.create);
  writeFileSync(portFile, String(server.port));
}
