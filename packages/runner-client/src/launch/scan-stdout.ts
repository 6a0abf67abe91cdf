import { PassThrough, type Readable } from 'node:stream';
import { type Announcement, readAnnouncement } from './announcements.js';
import { LastLines } from './last-lines.js';

const lineFeed = 0x0a;
const maxPendingBytes = 64 * 1024;

export interface StdoutScan {
  /** The frames of a runner that speaks over stdio, without whatever was printed before the first. */
  readonly frames: Readable;
  readonly lastLines: LastLines;
}

/**
 * Reads the stdout of a runner of which it is not yet known whether it carries lines for people or frames. The first
 * line that is a frame's header decides: from there on every byte is the protocol's.
 */
export function scanStdout(stdout: Readable, onAnnouncement: (said: Announcement) => void): StdoutScan {
  const frames = new PassThrough();
  const lastLines = new LastLines();
  let pending: Buffer = Buffer.alloc(0);

  const onLine = (line: string): void => {
    lastLines.add(line);
    const said = readAnnouncement(line);
    if (said !== undefined) onAnnouncement(said);
  };
  const onData = (chunk: Buffer): void => {
    const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(lineFeed, start);
      if (end === -1) break;
      const line = bytes.toString('utf8', start, end);
      if (isFrameHeader(line)) {
        handOver(bytes.subarray(start));
        return;
      }
      onLine(line);
      start = end + 1;
    }
    // A line without an end is no announcement; what it began with is enough to see what it was.
    pending = bytes.length - start > maxPendingBytes ? Buffer.alloc(0) : bytes.subarray(start);
  };
  const handOver = (rest: Buffer): void => {
    stdout.off('data', onData);
    stdout.off('end', onEnd);
    stdout.pause();
    stdout.unshift(rest);
    stdout.pipe(frames);
  };
  const onEnd = (): void => {
    if (pending.length > 0) onLine(pending.toString('utf8'));
    frames.end();
  };
  stdout.on('data', onData);
  stdout.on('end', onEnd);
  return { frames, lastLines };
}

function isFrameHeader(line: string): boolean {
  return /^Content-(Length|Type):/i.test(line);
}
