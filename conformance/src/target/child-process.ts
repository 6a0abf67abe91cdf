import {
  childEnvironment,
  type Environment,
  type ManagedProcess,
  PlatformError,
  type Processes,
} from '@tandem/platform';
import { type ProcessExit, TargetError } from './target.js';

/** What starting commands needs. */
export interface CommandHost {
  readonly processes: Processes;
  readonly environment: Environment;
}

const stderrTailBytes = 4096;

/** Starts a shell command line at the head of its own process group. */
export async function startCommand(host: CommandHost, command: string): Promise<ManagedProcess> {
  const [shell, ...args] =
    host.environment.os === 'win32' ? ['cmd.exe', '/d', '/s', '/c', command] : ['/bin/sh', '-c', command];
  try {
    return await host.processes.spawnManaged(shell, args, {
      cwd: host.environment.cwd,
      env: childEnvironment(host.environment),
      stderrTailBytes,
    });
  } catch (cause) {
    if (!(cause instanceof PlatformError)) throw cause;
    throw new TargetError(`Cannot start the command: ${cause.message}`, { cause });
  }
}

/** Ends the command with all that it started. It had its chance to end by itself during the check. */
export async function endCommand(child: ManagedProcess): Promise<void> {
  await child.kill({ graceMs: 0 });
  child.stdin.destroy();
  child.stdout.destroy();
}

/** "exited with code 3", with the last of what it wrote to standard error. */
export function describeExit(exit: ProcessExit, stderrTail: string): string {
  const how =
    exit.signal === null ? `exited with code ${exit.code ?? 'unknown'}` : `was ended by ${exit.signal}`;
  return `${how}; ${describeStderr(stderrTail)}`;
}

export function describeStderr(stderrTail: string): string {
  const text = stderrTail.trimEnd();
  return text === '' ? 'it wrote nothing to standard error' : `its standard error ends with:\n${text}`;
}
