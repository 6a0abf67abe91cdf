import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { currentOperatingSystem, type OperatingSystem } from '../operating-system.js';

export interface LockWatch {
  /** Begins to listen; the function it returns waits for what was heard since, or rejects with the signal's reason. */
  nextChange(): (signal: AbortSignal | undefined) => Promise<void>;
  close(): void;
}

/** The death of a holder changes no file, so it is looked for; asking after a process costs more on the other systems. */
const lookEveryMs: Readonly<Record<OperatingSystem, number>> = { linux: 250, darwin: 500, win32: 2_000 };

/** Tells a waiter when it is worth trying again: at once when the lock's file changes, and now and then without a reason. */
export function watchLock(path: string): LockWatch {
  const listeners = new Set<() => void>();
  const watcher = watchDirectory(path, () => {
    for (const listener of listeners) listener();
  });
  return {
    nextChange() {
      let settle = () => {};
      const changed = new Promise<void>((resolve) => {
        settle = resolve;
      });
      listeners.add(settle);
      return (signal) => untilChanged(changed, settle, signal).finally(() => listeners.delete(settle));
    },
    close: () => watcher?.close(),
  };
}

async function untilChanged(
  changed: Promise<void>,
  settle: () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const timer = setTimeout(settle, lookEveryMs[currentOperatingSystem()]);
  signal?.addEventListener('abort', settle, { once: true });
  if (signal?.aborted) settle();
  await changed;
  clearTimeout(timer);
  signal?.removeEventListener('abort', settle);
  signal?.throwIfAborted();
}

/** Without a watcher (their number is limited, some file systems have none) the timer alone does the work. */
function watchDirectory(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    const name = basename(path);
    const watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
      if (changed === null || changed === name) onChange();
    });
    return watcher.on('error', () => watcher.close());
  } catch {
    return undefined;
  }
}
