import { PassThrough } from 'node:stream';
import { createContentLengthDecoder, createPeer, type MessageHandlers, type RpcPeer } from '@tandem/wire';
import { frameWithHeaders } from '../../json-rpc/frame.js';
import type { Flaw, WireControl } from '../flaw.js';
import { listenThroughFlaw, type PeerStreams, speakOn } from '../peer-streams.js';

/** The frame as the documents show it; a flaw may leave out what is optional elsewhere. */
const frameWithType = (body: Buffer) =>
  frameWithHeaders(
    [`Content-Length: ${body.length}`, 'Content-Type: application/vscode-jsonrpc; charset=utf-8'],
    body,
  );

/** A peer on these streams that is as correct as its face, except for the flaw. */
export function serveJsonRpc(face: MessageHandlers, streams: PeerStreams, flaw: Flaw): RpcPeer {
  const heard = new PassThrough();
  const said = new PassThrough();
  const peer = createPeer({ readable: heard, writable: said }, face);
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
  return peer;
}
