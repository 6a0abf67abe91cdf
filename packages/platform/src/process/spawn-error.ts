import { stat } from 'node:fs/promises';
import { PlatformError, systemErrorCode } from '../platform-error.js';

/** Node reports a missing command and a missing working directory alike, as ENOENT of the command. */
export async function spawnError(command: string, cwd: string, cause: unknown): Promise<PlatformError> {
  const folder = await stat(cwd).catch(() => undefined);
  if (folder === undefined || !folder.isDirectory()) {
    const what = folder === undefined ? 'does not exist or cannot be read' : 'is not a folder';
    return new PlatformError(
      'working-directory-missing',
      `Cannot start "${command}": its working directory ${cwd} ${what}. Create it, or start the command elsewhere.`,
      { cause },
    );
  }
  const isPath = /[\\/]/.test(command);
  switch (systemErrorCode(cause)) {
    case 'ENOENT':
      return new PlatformError(
        'command-not-found',
        isPath
          ? `Cannot start "${command}": there is no such file, or the interpreter on its first line is missing. Install it, or correct the path.`
          : `Cannot start "${command}": no program of that name is on the PATH. Install it, or give its full path.`,
        { cause },
      );
    case 'EACCES':
    case 'EPERM':
      return new PlatformError(
        'command-not-executable',
        `Cannot start "${command}": it may not be executed by this user (folder ${cwd}). Make it executable, e.g. with "chmod +x".`,
        { cause },
      );
    case 'EINVAL':
      return new PlatformError(
        'spawn-failed',
        `Cannot start "${command}": the system refuses to run it directly. A Windows batch file is started with "cmd.exe /d /c".`,
        { cause },
      );
    default:
      return new PlatformError('spawn-failed', `Cannot start "${command}" in ${cwd}: the system refused.`, {
        cause,
      });
  }
}
