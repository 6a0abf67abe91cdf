import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../clock/clock.js';

export interface FileWatcher {
  /** Tells when one of the files changes, appears or disappears. Several changes in a row are told as one. */
  watch(filePaths: readonly string[], onChange: () => void): Disposable;
}

/** Editors save in several steps; what they do within this time is one change. */
const settleMs = 50;

/**
 * Watches folders, not files: a file that is replaced by renaming, as editors and atomic writes do, would be lost.
 * One system watch serves everybody who is interested in a folder.
 */
export function createFileWatcher({ clock }: { readonly clock: Clock }): FileWatcher {
  const folders = new Map<string, WatchedFolder>();

  return {
    watch(filePaths, onChange) {
      let timer: { cancel(): void } | undefined;
      const tell = () => {
        timer?.cancel();
        timer = clock.startTimer(settleMs, onChange);
      };
      const joined = groupByFolder(filePaths).map(([dirPath, names]) => {
        const folder = folders.get(dirPath) ?? watchFolder(dirPath);
        folders.set(dirPath, folder);
        const interest = { names, tell };
        folder.interests.add(interest);
        return { dirPath, folder, interest };
      });
      return {
        [Symbol.dispose]() {
          timer?.cancel();
          for (const { dirPath, folder, interest } of joined) {
            folder.interests.delete(interest);
            if (folder.interests.size > 0) continue;
            folder.system?.close();
            folders.delete(dirPath);
          }
        },
      };
    },
  };
}

interface Interest {
  readonly names: ReadonlySet<string>;
  tell(): void;
}

interface WatchedFolder {
  readonly interests: Set<Interest>;
  /** Absent when the folder does not exist or the system has no watches left: nothing is told then. */
  readonly system: FSWatcher | undefined;
}

function watchFolder(dirPath: string): WatchedFolder {
  const interests = new Set<Interest>();
  const onEvent = (_event: string, name: string | null) => {
    for (const interest of interests) if (name === null || interest.names.has(name)) interest.tell();
  };
  try {
    // A watch must not keep a process alive that has nothing else to do.
    const system = watch(dirPath, { persistent: false }, onEvent);
    system.on('error', () => system.close());
    return { interests, system };
  } catch {
    return { interests, system: undefined };
  }
}

function groupByFolder(filePaths: readonly string[]): [string, ReadonlySet<string>][] {
  const groups = new Map<string, Set<string>>();
  for (const filePath of filePaths) {
    const dirPath = dirname(filePath);
    const names = groups.get(dirPath) ?? new Set();
    groups.set(dirPath, names.add(basename(filePath)));
  }
  return [...groups];
}
