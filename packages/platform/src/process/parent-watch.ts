import type { Readable } from 'node:stream';
import { processExists } from './process-exists.js';

export interface ParentWatchOptions {
  /** The pipe from the parent. Its end is noticed at once, provided that somebody reads it. */
  readonly stdin?: Readable;
  /** Who started us. Passing it closes the gap in which the parent dies before we look. */
  readonly parentPid?: number;
  readonly checkEveryMs?: number;
  /** Called at most once. */
  readonly onParentExit: () => void;
}

const defaultCheckEveryMs = 1_000;

/** Lets a child notice that its parent is gone, by the end of its input or, when that stays open, by the parent's id. */
export function watchParent(options: ParentWatchOptions): Disposable {
  const parentPid = options.parentPid ?? process.ppid;
  const stop = () => {
    clearInterval(timer);
    for (const event of ['end', 'close', 'error']) options.stdin?.off(event, onGone);
  };
  const onGone = () => {
    stop();
    options.onParentExit();
  };
  // No system reports the end of a process that is not our child; the timer never keeps the child alive.
  const timer = setInterval(() => {
    if (!isParent(parentPid)) onGone();
  }, options.checkEveryMs ?? defaultCheckEveryMs);
  timer.unref();
  for (const event of ['end', 'close', 'error']) options.stdin?.on(event, onGone);
  return { [Symbol.dispose]: stop };
}

/** POSIX gives orphans a new parent; Windows keeps the old number, so there the process must also exist. */
function isParent(pid: number): boolean {
  return process.ppid === pid && processExists(pid);
}
