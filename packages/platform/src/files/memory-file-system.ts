import { posix } from 'node:path';
import { systemErrorCode } from '../platform-error.js';
import { fileError } from './file-error.js';
import type { FileStat, FileSystem } from './file-system.js';

interface MemoryFile {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
  readonly inode: number;
  readonly changedAt: number;
}

type MemoryEntry =
  | MemoryFile
  | { readonly kind: 'directory'; readonly inode: number; readonly changedAt: number };

/** Files for tests, with POSIX paths and without links: `createMemoryFileSystem({ '/repo/package.json': '{}' })`. */
export function createMemoryFileSystem(initial: Readonly<Record<string, string>> = {}): FileSystem {
  const entries = new Map<string, MemoryEntry>([['/', { kind: 'directory', inode: 1, changedAt: 0 }]]);
  // Each change gets a new number, so that a signature of stat values notices every one of them.
  let lastChange = 1;

  const stamp = () => {
    lastChange += 1;
    return { inode: lastChange, changedAt: lastChange };
  };
  const find = (path: string) => entries.get(keyOf(path));

  const makeDirectory = (dirPath: string): void => {
    const existing = find(dirPath);
    if (existing?.kind === 'directory') return;
    if (existing !== undefined) throw failure('EEXIST');
    const parent = posix.dirname(dirPath);
    if (find(parent)?.kind === 'file') throw failure('ENOTDIR');
    makeDirectory(parent);
    entries.set(keyOf(dirPath), { kind: 'directory', ...stamp() });
  };

  const readFile = (filePath: string): Uint8Array => {
    const entry = find(filePath);
    if (entry === undefined) throw failure(hasFileAbove(filePath) ? 'ENOTDIR' : 'ENOENT');
    if (entry.kind === 'directory') throw failure('EISDIR');
    return entry.bytes;
  };

  const hasFileAbove = (path: string): boolean => {
    const parent = posix.dirname(path);
    return parent !== path && (find(parent)?.kind === 'file' || hasFileAbove(parent));
  };

  const writeFile = (filePath: string, content: string | Uint8Array): void => {
    const parent = find(posix.dirname(filePath));
    if (parent === undefined) throw failure(hasFileAbove(filePath) ? 'ENOTDIR' : 'ENOENT');
    if (parent.kind === 'file') throw failure('ENOTDIR');
    if (find(filePath)?.kind === 'directory') throw failure('EISDIR');
    const bytes = typeof content === 'string' ? Buffer.from(content) : Uint8Array.from(content);
    entries.set(keyOf(filePath), { kind: 'file', bytes, ...stamp() });
  };

  const listDirectory = (dirPath: string) => {
    const directory = find(dirPath);
    if (directory === undefined) throw failure(hasFileAbove(dirPath) ? 'ENOTDIR' : 'ENOENT');
    if (directory.kind === 'file') throw failure('ENOTDIR');
    return [...entries]
      .filter(([path]) => path !== '/' && posix.dirname(path) === keyOf(dirPath))
      .map(([path, { kind }]) => ({ name: posix.basename(path), kind }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  };

  for (const [filePath, content] of Object.entries(initial)) {
    makeDirectory(posix.dirname(filePath));
    writeFile(filePath, content);
  }

  return {
    readText: async (filePath) =>
      attempt('read', filePath, () => Buffer.from(readFile(filePath)).toString('utf8')),
    readBytes: async (filePath) => attempt('read', filePath, () => Uint8Array.from(readFile(filePath))),
    readTextIfExists: async (filePath) =>
      find(filePath) === undefined
        ? undefined
        : attempt('read', filePath, () => Buffer.from(readFile(filePath)).toString('utf8')),
    stat: async (path) => statOf(find(path)),
    readDirectory: async (dirPath) => attempt('list', dirPath, () => listDirectory(dirPath)),
    writeAtomic: async (filePath, content) => attempt('write', filePath, () => writeFile(filePath, content)),
    ensureDirectory: async (dirPath) => attempt('create', dirPath, () => makeDirectory(dirPath)),
    remove: async (path) => {
      const target = keyOf(path);
      for (const existing of [...entries.keys()]) {
        if (existing === target || existing.startsWith(`${target}/`)) entries.delete(existing);
      }
    },
    realPath: async (path) => {
      if (find(path) === undefined) throw fileError('find', path, failure('ENOENT'));
      return keyOf(path);
    },
  };
}

function keyOf(path: string): string {
  const normal = posix.normalize(path);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

function statOf(entry: MemoryEntry | undefined): FileStat | undefined {
  if (entry === undefined) return undefined;
  const { kind, inode, changedAt } = entry;
  const size = entry.kind === 'file' ? entry.bytes.length : 0;
  return { kind, size, mtimeMs: changedAt, ctimeMs: changedAt, inode };
}

function attempt<T>(doing: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (systemErrorCode(cause) === undefined) throw cause;
    throw fileError(doing, path, cause);
  }
}

/** The error that Node would raise, so that both worlds explain themselves with the same words. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
