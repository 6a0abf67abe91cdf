import type { Readable, Writable } from 'node:stream';
import type { Flaw, WireControl } from './flaw.js';

export interface PeerStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Connects the streams to a peer through the flaw: what the peer is to hear goes to `wire`. */
export function listenThroughFlaw({ input, output }: PeerStreams, flaw: Flaw, wire: WireControl): void {
  // The kit may be gone before the peer has said everything.
  const ignoreResets = () => undefined;
  input.on('error', ignoreResets);
  output.on('error', ignoreResets);
  input.on('data', (chunk: Buffer) => {
    if (flaw.hear === undefined) wire.hear(chunk);
    else flaw.hear(chunk, wire);
  });
  input.on('end', () => {
    if (flaw.inputEnded === undefined) wire.endOfInput();
    else flaw.inputEnded(wire);
  });
}

/** The half of `WireControl` that only needs the streams. */
export function speakOn({ input, output }: PeerStreams): Pick<WireControl, 'say' | 'hangUp'> {
  return {
    say(bytes) {
      if (output.writable) output.write(bytes);
    },
    hangUp() {
      // A process lives as long as it reads; a socket is one stream that the kit closes from its side.
      output.end(() => {
        if (!Object.is(input, output)) input.destroy();
      });
    },
  };
}
