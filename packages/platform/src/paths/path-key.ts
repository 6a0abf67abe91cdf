import type { OperatingSystem } from '../operating-system.js';
import { pathsOf } from './paths-of.js';

/**
 * Two paths with one key name the same file: use it for maps and comparisons, never to open a file. macOS and
 * Windows ignore letter case by default, and macOS also how an accent is composed; a volume formatted to be
 * strict makes this say "same" of two files that differ only so.
 */
export function pathKey(path: string, os: OperatingSystem): string {
  const { normalize, sep } = pathsOf(os);
  const normal = normalize(path);
  const isRoot = normal === sep || (os === 'win32' && /^([A-Za-z]:\\|\\\\[^\\]+\\[^\\]+\\)$/.test(normal));
  const trimmed = normal.endsWith(sep) && !isRoot ? normal.slice(0, -1) : normal;
  if (os === 'linux') return trimmed;
  const folded = trimmed.toLowerCase();
  return os === 'darwin' ? folded.normalize('NFC') : folded;
}

/** True for the folder itself and all below it. */
export function isInside(path: string, dirPath: string, os: OperatingSystem): boolean {
  const { sep } = pathsOf(os);
  const key = pathKey(path, os);
  const dirKey = pathKey(dirPath, os);
  return key === dirKey || key.startsWith(dirKey.endsWith(sep) ? dirKey : dirKey + sep);
}
