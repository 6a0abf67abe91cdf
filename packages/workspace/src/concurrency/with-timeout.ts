import type { Clock } from '@tandem/platform';
import { WorkspaceError } from '../workspace-error.js';
import { linkAbort } from './linked-abort.js';

type Cancellable = { readonly signal: AbortSignal };

export interface TimeoutOptions {
  readonly clock: Clock;
  /** No limit when there is none. */
  readonly timeoutMs: number | undefined;
  /** Any of them ends the work. */
  readonly signals: readonly AbortSignal[];
}

/** Gives up the work when its time is over or when somebody says so. */
export async function withTimeout<Value>(
  { clock, timeoutMs, signals }: TimeoutOptions,
  work: (options: Cancellable) => Promise<Value>,
): Promise<Value> {
  using link = linkAbort(...signals);
  if (timeoutMs === undefined) return await work({ signal: link.signal });
  const error = new WorkspaceError('run-timed-out', `The run did not end within ${timeoutMs} ms.`);
  const timer = clock.startTimer(timeoutMs, () => link.abort(error));
  try {
    return await work({ signal: link.signal });
  } finally {
    timer.cancel();
  }
}
