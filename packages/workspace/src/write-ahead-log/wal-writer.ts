import type { Clock, Log } from '@tandem/platform';
import { messageOf } from '../workspace-error.js';
import type { LoggedRun, RunEvent, RunLog } from './run-log.js';
import { toWalLine, type WalPlace } from './wal-line.js';
import { type AppendText, segmentAfter, type WalFiles, walSegments } from './wal-segments.js';

export interface WalWriterOptions {
  readonly dir: string;
  readonly files: WalFiles;
  readonly append: AppendText;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells writers apart, such as `wm-<pid>-<start>`. */
  readonly writerId: string;
  readonly maxSegmentBytes?: number;
  readonly keepSegments?: number;
}

/**
 * Writes run events line by line. Several writers may share a folder: each line is one append, and each writer looks
 * before it writes whether another one has begun a new file.
 */
export function createWalWriter(options: WalWriterOptions): RunLog {
  const { dir, files, append, clock, log, writerId } = options;
  const { maxSegmentBytes = 1024 * 1024, keepSegments = 20 } = options;
  const pending: { readonly run: LoggedRun; readonly event: RunEvent; readonly timeMs: number }[] = [];
  let sequence = 0;
  let begun: string | undefined;
  let writing: Promise<void> | undefined;

  /** Ends a line that a writer which was killed left open, so that only that line is lost. */
  const begin = async (segment: string): Promise<string> => {
    begun = segment;
    const text = (await files.stat(segment)) === undefined ? '' : await files.readText(segment);
    const last = text.trimEnd().split('\n').at(-1) ?? '';
    sequence = Math.max(sequence, sequenceOf(last));
    return text === '' || text.endsWith('\n') ? '' : '\n';
  };

  const writePending = async (): Promise<void> => {
    const segments = await walSegments(dir, files);
    const last = segments.at(-1);
    const size = last === undefined ? undefined : (await files.stat(last))?.size;
    const isFull = size === undefined || size >= maxSegmentBytes;
    if (last === undefined) await files.ensureDirectory(dir);
    const separator = last !== undefined && last !== begun ? await begin(last) : '';
    const segment = last === undefined || isFull ? segmentAfter(dir, last) : last;
    begun = segment;
    if (isFull)
      for (const old of segments.slice(0, segments.length + 1 - keepSegments)) await files.remove(old);
    const batch = pending.splice(0);
    const lines = batch.map(({ run, event, timeMs }) => {
      sequence += 1;
      const place: WalPlace = { sequence, timeMs, writerId };
      return `${JSON.stringify(toWalLine(run, event, place))}\n`;
    });
    await append(segment, (isFull ? '' : separator) + lines.join(''));
  };

  const drain = async (): Promise<void> => {
    try {
      while (pending.length > 0) await writePending();
    } catch (error) {
      // A log that cannot be written must not stop the work it is about.
      log.warn('run events were not written', { dir, lost: pending.length, error: messageOf(error) });
      pending.length = 0;
    } finally {
      writing = undefined;
    }
  };

  return {
    write(run, event) {
      pending.push({ run, event, timeMs: clock.now() });
      writing ??= drain();
    },
    async [Symbol.asyncDispose]() {
      await writing;
    },
  };
}

function sequenceOf(line: string): number {
  const [, digits] = /"sequence":\s*(\d{1,15})/.exec(line) ?? [];
  return digits === undefined ? 0 : Number(digits);
}
