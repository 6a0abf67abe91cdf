import { type OperatingSystem, pathsOf } from '@tandem/platform';

/** A path as the wire has it: with slashes on every system. */
export function posixPath(path: string, os: OperatingSystem): string {
  return path.split(pathsOf(os).sep).join('/');
}
