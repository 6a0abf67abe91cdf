import { PassThrough, type Readable, type Writable } from 'node:stream';
import { createContentLengthDecoder, createPeer } from '@tandem/wire';
import { frame } from '../../json-rpc/frame.js';
import type { Flaw, WireControl } from '../flaw.js';
import { answerAs } from './protocol-faces.js';

/** A correct peer of `protocol` on these streams, except for the flaw. */
export function serveJsonRpc(protocol: string, streams: { readonly input: Readable; readonly output: Writable }, flaw: Flaw): void {
  const heard = new PassThrough();
  const said = new PassThrough();
  createPeer(
    { readable: heard, writable: said },
    {
      request: (method, params, { signal }) => answerAs(protocol, method, params, signal),
      notification: () => {},
    },
  );
  const wire: WireControl = {
    hear: (bytes) => void heard.write(bytes),
    say: (bytes) => void (streams.output.writable && streams.output.write(bytes)),
    endOfInput: () => void heard.end(),
    hangUp: () => void streams.output.end(),
  };
  const ignoreResets = () => undefined;
  streams.input.on('error', ignoreResets);
  streams.output.on('error', ignoreResets);

  streams.input.on('data', (chunk: Buffer) => {
    if (flaw.hear === undefined) wire.hear(chunk);
    else flaw.hear(chunk, wire);
  });
  streams.input.on('end', () => {
    if (flaw.inputEnded === undefined) wire.endOfInput();
    else flaw.inputEnded(wire);
  });
  const frames = createContentLengthDecoder();
  said.on('data', (chunk: Buffer) =>
    frames.push(chunk, (body) => {
      if (flaw.say === undefined) wire.say(frame(body));
      else flaw.say(body.toString(), wire);
    }),
  );
  said.on('end', () => {
    if (flaw.peerEnded === undefined) wire.hangUp();
    else flaw.peerEnded(wire);
  });
}
