import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { OperatingSystem } from '../operating-system.js';
import { askGroupToEnd, killGroup } from './group.js';
import type { CommandOptions, KillOptions, ProcessExit } from './managed-process.js';
import { spawnError } from './spawn-error.js';

/** What the children of one `Processes` share. */
export interface ProcessHost {
  readonly os: OperatingSystem;
  /** Leaders of the groups that must not outlive this process. */
  readonly livingGroups: Set<number>;
}

export interface StartedChild {
  readonly pid: number;
  readonly stdin: ChildProcessWithoutNullStreams['stdin'];
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles at the very end of the process, when its output may still be unread. */
  readonly exited: Promise<ProcessExit>;
  requestEnd(options?: KillOptions): void;
}

const defaultGraceMs = 2_000;

/** Starts a child at the head of its own group. Resolves when it runs, rejects with a `PlatformError` when it cannot. */
export async function startChild(
  host: ProcessHost,
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<StartedChild> {
  const child = await launch(host, command, args, options);
  const pid = child.pid;
  if (pid === undefined) throw await spawnError(command, options.cwd, undefined);
  host.livingGroups.add(pid);

  let hasExited = false;
  let forceTimer: NodeJS.Timeout | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => {
      hasExited = true;
      clearTimeout(forceTimer);
      host.livingGroups.delete(pid);
      // Safe although the leader is gone: its number is not given away while the group has members.
      if (host.os !== 'win32') killGroup(host.os, pid);
      resolve({ code, signal });
    });
  });
  // A child that closes its input early is no failure of ours; who writes to it learns of the end from `exited`.
  child.stdin.on('error', () => undefined);
  // Failures to signal a running child are reported here; `exited` tells the outcome that matters.
  child.on('error', () => undefined);

  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    requestEnd({ graceMs = defaultGraceMs } = {}) {
      if (hasExited) return;
      clearTimeout(forceTimer);
      if (graceMs <= 0) {
        killGroup(host.os, pid);
        return;
      }
      if (host.os === 'win32') child.stdin.end();
      askGroupToEnd(host.os, pid);
      forceTimer = setTimeout(() => killGroup(host.os, pid), graceMs);
    },
  };
}

/** A process that left the group may hold an inherited pipe open for ever; after the exit nobody waits longer than this. */
const drainMs = 250;

export async function drained(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  const closed = Promise.race([once(stream, 'end'), once(stream, 'close')]).catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const waitedEnough = new Promise((resolve) => {
    timer = setTimeout(resolve, drainMs);
  });
  await Promise.race([closed, waitedEnough]);
  clearTimeout(timer);
  stream.destroy();
}

async function launch(
  host: ProcessHost,
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<ChildProcessWithoutNullStreams> {
  try {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // On POSIX this makes the child a group leader; on Windows it would only open a console window.
      detached: host.os !== 'win32',
      windowsHide: true,
    });
    await once(child, 'spawn');
    return child;
  } catch (cause) {
    throw await spawnError(command, options.cwd, cause);
  }
}
