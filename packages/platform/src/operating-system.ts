/** The three families we implement. Every function that differs between them takes this as a parameter. */
export type OperatingSystem = 'linux' | 'darwin' | 'win32';

/** Any other POSIX system is treated like Linux; what needs `/proc` then reports that it is missing. */
export function currentOperatingSystem(): OperatingSystem {
  return process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
}
