import type { OperatingSystem } from '../operating-system.js';
import { PlatformError } from '../platform-error.js';
import { pathsOf } from './paths-of.js';

/*
 * Node's own functions are not used: they resolve against the current folder, let a NUL byte through, lose a
 * control character at the end, and write `C:\` as `file:///C://`. The spelling here, all but the unreserved characters encoded, is that of Python's
 * `Path.as_uri`; editors' spellings (`file:///c%3A/x`) are understood.
 */

/** An absolute path as a `file:` URI, on every system the same bytes for the same path. */
export function pathToFileUri(path: string, os: OperatingSystem): string {
  if (!isAbsolutePath(path, os)) throw bad(`"${path}" is not an absolute path, so it has no URI`);
  if (os !== 'win32') return `file://${encodePath(path)}`;
  const slashed = withoutLongPathPrefix(path).replaceAll('\\', '/');
  const drive = /^([A-Za-z]):/.exec(slashed)?.[0];
  if (drive !== undefined) return `file:///${drive}${encodePath(slashed.slice(drive.length))}`;
  // A share: the server becomes the host.
  return `file:${encodePath(slashed)}`;
}

/** The normal form of the path that a `file:` URI names; anything else is a `PlatformError` that says why. */
export function fileUriToPath(uri: string, os: OperatingSystem): string {
  const [, host, encodedPath] = /^file:(?:\/\/([^/?#]*))?(\/[^?#]*)?(?:[?#]|$)/i.exec(uri) ?? [];
  if (encodedPath === undefined)
    throw bad(`"${uri}" is not the URI of a file: it must begin with "file:///"`);
  if (/%2f/i.test(encodedPath))
    throw bad(`"${uri}" has an encoded slash inside a name, which no file name can hold`);
  const path = decodePath(uri, encodedPath);
  const isLocal = host === undefined || host === '' || host.toLowerCase() === 'localhost';
  if (os !== 'win32') {
    if (!isLocal) throw bad(`"${uri}" names the machine "${host}"; only files of this machine can be opened`);
    return pathsOf(os).normalize(path);
  }
  if (/%5c/i.test(encodedPath))
    throw bad(`"${uri}" has an encoded backslash inside a name, which no file name can hold`);
  if (!isLocal) return pathsOf(os).normalize(`\\\\${decodePath(uri, host)}${path}`);
  const [, drive, rest] = /^\/([A-Za-z]):(\/.*)?$/s.exec(path) ?? [];
  if (drive === undefined) throw bad(`"${uri}" names no drive: on Windows it must begin like "file:///C:/"`);
  // Editors write `c:`, the system `C:`: one spelling, so that equal files have equal paths.
  return pathsOf(os).normalize(`${drive.toUpperCase()}:${rest ?? '/'}`);
}

function isAbsolutePath(path: string, os: OperatingSystem): boolean {
  // On Windows `\x` counts as absolute for Node, but names no drive.
  return os === 'win32' ? /^([A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(path) : path.startsWith('/');
}

function withoutLongPathPrefix(path: string): string {
  return path.replace(/^[\\/]{2}\?[\\/](UNC[\\/])?/i, (_prefix, share: string | undefined) =>
    share === undefined ? '' : '\\\\',
  );
}

function encodePath(path: string): string {
  try {
    return encodeURIComponent(path)
      .replaceAll('%2F', '/')
      .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  } catch (cause) {
    throw bad(`"${path}" holds half of a surrogate pair, which no URI can express`, cause);
  }
}

function decodePath(uri: string, encoded: string): string {
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch (cause) {
    throw bad(
      `"${uri}" is not well encoded: every % needs two hexadecimal digits, and together they must be UTF-8`,
      cause,
    );
  }
  if (path.includes('\0')) throw bad(`"${uri}" holds a NUL character, which no path can`);
  return path;
}

function bad(message: string, cause?: unknown): PlatformError {
  return new PlatformError('bad-file-uri', message, cause === undefined ? undefined : { cause });
}
