import { untilAborted } from '../concurrency/linked-abort.js';
import { messageOf, WorkspaceError } from '../workspace-error.js';
import type { Runner, RunnerAddress } from './runner-port.js';

/** A runner that comes up after it was given up is stopped: nobody would ever know of it. */
export async function startOrStop(start: Promise<Runner>, signal: AbortSignal): Promise<Runner> {
  try {
    return await untilAborted(start, signal);
  } catch (error) {
    start.then((late) => late.stop()).catch(() => undefined);
    throw error;
  }
}

export function startFailure({ projectDir, envName }: RunnerAddress, cause: unknown): WorkspaceError {
  const message = `The runner for env "${envName}" of ${projectDir} did not start: ${messageOf(cause)}`;
  return new WorkspaceError('runner-failed', message, { cause });
}
