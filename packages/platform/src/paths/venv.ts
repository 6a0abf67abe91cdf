import type { OperatingSystem } from '../operating-system.js';
import { pathsOf } from './paths-of.js';

export interface VenvLayout {
  /** Where the interpreter and the installed programs are. */
  readonly binDir: string;
  readonly pythonPath: string;
  /** The path of an installed program. */
  programPath(name: string): string;
}

export function venvLayout(venvDir: string, os: OperatingSystem): VenvLayout {
  const { join } = pathsOf(os);
  const isWindows = os === 'win32';
  const binDir = join(venvDir, isWindows ? 'Scripts' : 'bin');
  const programPath = (name: string) => join(binDir, isWindows ? `${name}.exe` : name);
  return { binDir, pythonPath: programPath('python'), programPath };
}
