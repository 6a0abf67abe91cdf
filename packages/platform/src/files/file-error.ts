import { PlatformError, type PlatformErrorCode, systemErrorCode } from '../platform-error.js';

interface Explanation {
  readonly code: PlatformErrorCode;
  readonly says: string;
}

const explanations: Readonly<Record<string, Explanation>> = {
  ENOENT: { code: 'file-not-found', says: 'it does not exist' },
  ENOTDIR: { code: 'not-a-directory', says: 'a part of the path is a file, not a folder' },
  EEXIST: { code: 'not-a-directory', says: 'a file of that name is in the way' },
  EISDIR: { code: 'not-a-file', says: 'it is a folder' },
  EACCES: { code: 'permission-denied', says: 'this user may not; check its permissions' },
  EPERM: { code: 'permission-denied', says: 'this user may not; check its permissions' },
  EROFS: { code: 'permission-denied', says: 'the file system is read-only' },
  ENOSPC: { code: 'disk-full', says: 'the disk is full; free some space' },
  EDQUOT: { code: 'disk-full', says: 'the disk quota is used up; free some space' },
};

/** `doing` is a verb for the message: "read", "write". */
export function fileError(doing: string, path: string, cause: unknown): PlatformError {
  const code = systemErrorCode(cause) ?? 'unknown error';
  const known = explanations[code];
  if (known === undefined)
    return new PlatformError('file-failed', `Cannot ${doing} ${path}: ${code}.`, { cause });
  return new PlatformError(known.code, `Cannot ${doing} ${path}: ${known.says}.`, { cause });
}
