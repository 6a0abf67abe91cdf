import { createHash } from 'node:crypto';
import { type BigIntStats, readFileSync, statSync } from 'node:fs';

/** Changes that follow each other this closely may leave the same time stamps, on the coarsest of file systems. */
const coarsestTickNs = 2_000_000_000n;

interface Seen {
  /** What is at the path: nothing, or which file or folder. */
  readonly entry: string;
  /** Of a file only: what is in a folder matters file by file. */
  readonly content?: SeenContent;
}

interface SeenContent {
  readonly stamp: string;
  readonly hash: string;
  /** Whether an equal stamp proves equal content: the file was at rest already when it was read. */
  readonly isSettled: boolean;
}

/**
 * What loaded code was made of: the files that were read, and the places where a file would have been taken had it
 * been there. Looking is synchronous: a stat takes microseconds, and no run can begin between looking and deciding.
 */
export class InputFiles {
  readonly #seen = new Map<string, Seen>();

  /** To be called before the path is read: a change in between then shows. Says whether a file is there. */
  note(path: string): boolean {
    const seen = this.#seen.get(path) ?? look(path);
    this.#seen.set(path, seen);
    return seen.content !== undefined;
  }

  /** Whether everything is still as it was noted. */
  areUnchanged(): boolean {
    for (const [path, before] of this.#seen) {
      const stats = statOf(path);
      if (entryOf(stats) !== before.entry) return false;
      if (stats === undefined || before.content === undefined) continue;
      if (before.content.isSettled && before.content.stamp === stampOf(stats)) continue;
      const content = contentOf(path, stats);
      if (content?.hash !== before.content.hash) return false;
      this.#seen.set(path, { ...before, content });
    }
    return true;
  }
}

function look(path: string): Seen {
  const stats = statOf(path);
  const entry = entryOf(stats);
  const content = stats?.isFile() ? contentOf(path, stats) : undefined;
  return content === undefined ? { entry } : { entry, content };
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A path through a file, or one that may not be looked at: whoever needs it will say so.
    return undefined;
  }
}

function entryOf(stats: BigIntStats | undefined): string {
  if (stats === undefined) return 'nothing';
  return `${stats.isFile() ? 'file' : 'folder'} ${stats.dev}:${stats.ino}`;
}

function stampOf({ size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs}`;
}

/** Undefined for a file that cannot be read. */
function contentOf(path: string, stats: BigIntStats): SeenContent | undefined {
  const restsForNs = BigInt(Date.now()) * 1_000_000n - max(stats.mtimeNs, stats.ctimeNs);
  try {
    const hash = createHash('sha1').update(readFileSync(path)).digest('base64');
    return { stamp: stampOf(stats), hash, isSettled: restsForNs > coarsestTickNs };
  } catch {
    return undefined;
  }
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
