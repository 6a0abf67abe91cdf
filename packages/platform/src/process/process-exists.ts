import { systemErrorCode } from '../platform-error.js';

/** True also for a process of another user, which may not be signalled, and for one that ended but was not yet reaped. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
