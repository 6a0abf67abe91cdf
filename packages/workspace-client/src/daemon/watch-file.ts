import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Only where the system has no more watchers to give: then the file is looked for. */
const lookEveryMs = 250;

export interface FileWatch extends Disposable {
  /** Resolves when the file may have changed since the watch began or since the last call. */
  nextChange(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Watches a file that need not exist yet; its folder has to. */
export function watchFile(filePath: string): FileWatch {
  let hasChanged = false;
  let wake = (): void => {};
  const onChange = (): void => {
    hasChanged = true;
    wake();
  };
  const stop = startWatching(filePath, onChange);
  return {
    async nextChange({ signal }) {
      signal.throwIfAborted();
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      signal.throwIfAborted();
      hasChanged = false;
    },
    [Symbol.dispose]: stop,
  };
}

function startWatching(filePath: string, onChange: () => void): () => void {
  const name = basename(filePath);
  let timer: NodeJS.Timeout | undefined;
  const lookFromTimeToTime = (): void => {
    timer ??= setInterval(onChange, lookEveryMs);
  };
  let watcher: FSWatcher | undefined;
  try {
    // The folder, because the file may be made later or be renamed into place.
    watcher = watch(dirname(filePath), (_event, changed) => {
      if (changed === null || changed === name) onChange();
    });
    watcher.on('error', lookFromTimeToTime);
  } catch {
    lookFromTimeToTime();
  }
  return () => {
    watcher?.close();
    clearInterval(timer);
  };
}
