import type { Dirent, Stats } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { systemErrorCode } from '../platform-error.js';
import { fileError } from './file-error.js';
import type { FileKind, FileSystem } from './file-system.js';
import { writeFileAtomic } from './write-file-atomic.js';

export function createFileSystem(): FileSystem {
  return {
    readText: (filePath) => attempt('read', filePath, readFile(filePath, 'utf8')),
    readBytes: (filePath) => attempt('read', filePath, readFile(filePath)),
    readTextIfExists: (filePath) => attempt('read', filePath, undefinedIfMissing(readFile(filePath, 'utf8'))),
    async stat(path) {
      const found = await attempt('look at', path, undefinedIfMissing(stat(path)));
      if (found === undefined) return undefined;
      return {
        kind: kindOf(found),
        size: found.size,
        mtimeMs: found.mtimeMs,
        ctimeMs: found.ctimeMs,
        inode: found.ino,
      };
    },
    async readDirectory(dirPath) {
      const entries = await attempt('list', dirPath, readdir(dirPath, { withFileTypes: true }));
      return entries
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    writeAtomic: writeFileAtomic,
    async ensureDirectory(dirPath) {
      await attempt('create', dirPath, mkdir(dirPath, { recursive: true }));
    },
    remove: (path) => attempt('remove', path, rm(path, { recursive: true, force: true, maxRetries: 3 })),
    realPath: (path) => attempt('find', path, realpath(path)),
  };
}

async function attempt<T>(doing: string, path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw fileError(doing, path, cause);
  }
}

/** A path below a file does not exist either. */
async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function kindOf(entry: Dirent | Stats): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
