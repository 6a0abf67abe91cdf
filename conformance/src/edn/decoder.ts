import { createLineDecoder } from '@tandem/wire';
import type { Decoded, Decoder } from '../session/channel.js';

/** Reads the target's lines; what is on them, the session judges. */
export function createFrameDecoder(): Decoder {
  const lines = createLineDecoder();
  return {
    push(chunk) {
      const decoded: Decoded[] = [];
      lines.push(Buffer.from(chunk), {
        onLine: (text) => decoded.push({ kind: 'frame', text }),
        onError: (error) => decoded.push({ kind: 'broken', reason: error.message }),
      });
      return decoded;
    },
    end() {
      return lines.pendingBytes === 0 ? [] : [{ kind: 'broken', reason: 'its output ended within a line' }];
    },
  };
}
