import { PassThrough } from 'node:stream';
import { createContentLengthDecoder, createPeer } from '@tandem/wire';
import { frameWithHeaders } from '../../json-rpc/frame.js';
import type { Flaw, WireControl } from '../flaw.js';
import { listenThroughFlaw, type PeerStreams, speakOn } from '../peer-streams.js';
import { createFace } from './protocol-faces.js';

/** The frame as the documents show it; a flaw may leave out what is optional elsewhere. */
const frameWithType = (body: Buffer) =>
  frameWithHeaders(
    [`Content-Length: ${body.length}`, 'Content-Type: application/vscode-jsonrpc; charset=utf-8'],
    body,
  );

/** A correct peer of `protocol` on these streams, except for the flaw. */
export function serveJsonRpc(protocol: string, streams: PeerStreams, flaw: Flaw): void {
  const heard = new PassThrough();
  const said = new PassThrough();
  createPeer({ readable: heard, writable: said }, createFace(protocol));
  const wire: WireControl = {
    ...speakOn(streams),
    hear: (bytes) => void heard.write(bytes),
    endOfInput: () => void heard.end(),
  };
  listenThroughFlaw(streams, flaw, wire);

  const frames = createContentLengthDecoder();
  said.on('data', (chunk: Buffer) =>
    frames.push(chunk, (body) => {
      if (flaw.say === undefined) wire.say(frameWithType(body));
      else flaw.say(body.toString(), wire);
    }),
  );
  said.on('end', () => {
    if (flaw.peerEnded === undefined) wire.hangUp();
    else flaw.peerEnded(wire);
  });
}
