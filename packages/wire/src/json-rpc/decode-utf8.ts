import { isAscii, isUtf8 } from 'node:buffer';

/** The text of `bytes`; undefined when they are not UTF-8, because a replacement character would be a guess. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  // Nearly all JSON-RPC is ASCII, and the Latin-1 decoder is the faster one.
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
