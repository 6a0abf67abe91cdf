import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { PlatformError } from '../platform-error.js';
import type { CommandOptions, ProcessExit } from './managed-process.js';
import { spawnError } from './spawn-error.js';

export interface DetachedOptions extends CommandOptions {
  /** Where stdout and stderr are appended; without it they go nowhere. */
  readonly outputPath?: string;
}

export interface DetachedProcess {
  readonly pid: number;
  /** Settles if the process ends while we still run; it does not keep us alive. */
  readonly exited: Promise<ProcessExit>;
}

export async function spawnDetached(
  command: string,
  args: readonly string[],
  options: DetachedOptions,
): Promise<DetachedProcess> {
  const output = options.outputPath === undefined ? undefined : await openOutput(command, options.outputPath);
  try {
    const sink = output?.fd ?? 'ignore';
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ['ignore', sink, sink],
      detached: true,
      windowsHide: true,
    });
    const exited = new Promise<ProcessExit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    await once(child, 'spawn');
    if (child.pid === undefined) throw new Error('the system gave the new process no id');
    child.unref();
    return { pid: child.pid, exited };
  } catch (cause) {
    throw await spawnError(command, options.cwd, cause);
  } finally {
    await output?.close();
  }
}

async function openOutput(command: string, outputPath: string): Promise<FileHandle> {
  try {
    return await open(outputPath, 'a', 0o600);
  } catch (cause) {
    const message = `Cannot start "${command}": its output file ${outputPath} cannot be opened. Choose a writable place.`;
    throw new PlatformError('spawn-failed', message, { cause });
  }
}
