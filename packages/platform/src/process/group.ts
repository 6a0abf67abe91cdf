import { spawn, spawnSync } from 'node:child_process';
import type { OperatingSystem } from '../operating-system.js';
import { systemErrorCode } from '../platform-error.js';

/** Asks all of a POSIX group to end. Windows has no such request for a program without a window. */
export function askGroupToEnd(os: OperatingSystem, pid: number): void {
  if (os !== 'win32') signalGroup(pid, 'SIGTERM');
}

/** Ends the group without asking. On Windows the tree is found by parent ids, so this only works while the leader lives. */
export function killGroup(os: OperatingSystem, pid: number): void {
  if (os !== 'win32') {
    signalGroup(pid, 'SIGKILL');
    return;
  }
  // Its failure means that the tree is already gone.
  spawn('taskkill', taskkillArguments(pid), { stdio: 'ignore', windowsHide: true }).on(
    'error',
    () => undefined,
  );
}

/** The same, finished on return: for an exit hook, where nothing asynchronous runs any more. */
export function killGroupNow(os: OperatingSystem, pid: number): void {
  if (os === 'win32') spawnSync('taskkill', taskkillArguments(pid), { stdio: 'ignore', windowsHide: true });
  else signalGroup(pid, 'SIGKILL');
}

export function taskkillArguments(pid: number): string[] {
  return ['/pid', String(pid), '/T', '/F'];
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: nobody is left. EPERM: macOS says this of a group in which only zombies are left.
    const code = systemErrorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
