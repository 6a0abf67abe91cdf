import type { Clock } from '@tandem/platform';
import { WorkspaceError } from '../workspace-error.js';

type Cancellable = { readonly signal: AbortSignal };

/** Gives up the work when its time is over; no time limit when there is none. */
export async function withTimeout<Value>(
  clock: Clock,
  timeoutMs: number | undefined,
  options: Cancellable,
  work: (options: Cancellable) => Promise<Value>,
): Promise<Value> {
  if (timeoutMs === undefined) return work(options);
  using deadline = clock.deadline(timeoutMs, options);
  try {
    return await work({ signal: deadline.signal });
  } catch (error) {
    if (!deadline.isExpired) throw error;
    throw new WorkspaceError('run-timed-out', `The run did not end within ${timeoutMs} ms.`, {
      cause: error,
    });
  }
}
