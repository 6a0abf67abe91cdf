import { createContentLengthDecoder, FrameError } from '@tandem/wire';
import type { Decoded, Decoder } from '../session/channel.js';

/** Reads the target's frames as strictly as the protocol defines them. */
export function createFrameDecoder(): Decoder {
  const frames = createContentLengthDecoder();
  let isBroken = false;
  return {
    push(chunk) {
      const decoded: Decoded[] = [];
      if (isBroken) return decoded;
      try {
        frames.push(Buffer.from(chunk), (body) => decoded.push(readBody(body)));
      } catch (error) {
        if (!(error instanceof FrameError)) throw error;
        isBroken = true;
        decoded.push({ kind: 'broken', reason: error.message });
      }
      return decoded;
    },
    end() {
      if (isBroken || !frames.isInsideFrame) return [];
      return [{ kind: 'broken', reason: 'its output ended within a frame' }];
    },
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readBody(body: Uint8Array): Decoded {
  try {
    return { kind: 'frame', text: utf8.decode(body) };
  } catch {
    return { kind: 'broken', reason: 'the body of a frame is not UTF-8' };
  }
}
