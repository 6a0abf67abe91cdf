import { type PlatformPath, posix, win32 } from 'node:path';
import type { OperatingSystem } from '../operating-system.js';

/** Node's path functions for a system that need not be this one. */
export function pathsOf(os: OperatingSystem): PlatformPath {
  return os === 'win32' ? win32 : posix;
}
