import type { FileSystem } from '../files/file-system.js';
import type { Locks } from '../lock/locks.js';
import type { OperatingSystem } from '../operating-system.js';
import { isInside, pathKey } from '../paths/path-key.js';
import { pathsOf } from '../paths/paths-of.js';

/** The folders whose code the user lets run for editors and assistants. What is in a trusted folder is trusted. */
export interface TrustedFolders {
  isTrusted(dirPath: string): Promise<boolean>;
  list(): Promise<readonly string[]>;
  trust(dirPath: string): Promise<void>;
  /** Whether the folder was on the list; one inside a trusted folder is not. */
  distrust(dirPath: string): Promise<boolean>;
}

export interface TrustedFoldersOptions {
  readonly files: FileSystem;
  readonly locks: Locks;
  readonly os: OperatingSystem;
  /** The user's own folder, where nobody else may write. */
  readonly stateDir: string;
}

export function createTrustedFolders({ files, locks, os, stateDir }: TrustedFoldersOptions): TrustedFolders {
  const listFile = pathsOf(os).join(stateDir, 'trusted-folders.json');

  const list = async (): Promise<readonly string[]> => parse(await files.readTextIfExists(listFile));
  const update = async (change: (folders: readonly string[]) => readonly string[]): Promise<void> => {
    await files.ensureDirectory(stateDir);
    await using _lock = await locks.acquireLock(`${listFile}.lock`);
    const content = JSON.stringify({ version: 1, folders: change(await list()) }, null, 2);
    await files.writeAtomic(listFile, `${content}\n`, { mode: 0o600 });
  };
  // A link into a trusted folder is trusted and a link out of it is not.
  const resolve = (dirPath: string) => files.realPath(dirPath).catch(() => dirPath);

  return {
    list,
    async isTrusted(dirPath) {
      const real = await resolve(dirPath);
      return (await list()).some((folder) => isInside(real, folder, os));
    },
    async trust(dirPath) {
      const real = await resolve(dirPath);
      await update((folders) => [...folders.filter((folder) => !isInside(folder, real, os)), real]);
    },
    async distrust(dirPath) {
      const real = pathKey(await resolve(dirPath), os);
      const isListed = (await list()).some((folder) => pathKey(folder, os) === real);
      if (isListed) await update((folders) => folders.filter((folder) => pathKey(folder, os) !== real));
      return isListed;
    },
  };
}

/** Anything unreadable trusts nothing: the safe reading of a damaged list. */
function parse(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('folders' in value)) return [];
    return Array.isArray(value.folders) ? value.folders.filter((folder) => typeof folder === 'string') : [];
  } catch {
    return [];
  }
}
