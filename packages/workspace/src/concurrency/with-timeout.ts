import type { Clock } from '@tandem/platform';
import { WorkspaceError } from '../workspace-error.js';
import { linkAbort } from './linked-abort.js';

type Cancellable = { readonly signal: AbortSignal };

/** Gives up the work when its time is over; no time limit when there is none. */
export async function withTimeout<Value>(
  clock: Clock,
  timeoutMs: number | undefined,
  options: Cancellable,
  work: (options: Cancellable) => Promise<Value>,
): Promise<Value> {
  using link = linkAbort(options.signal);
  if (timeoutMs === undefined) return await work({ signal: link.signal });
  const error = new WorkspaceError('run-timed-out', `The run did not end within ${timeoutMs} ms.`);
  const timer = clock.startTimer(timeoutMs, () => link.abort(error));
  try {
    return await work({ signal: link.signal });
  } finally {
    timer.cancel();
  }
}
