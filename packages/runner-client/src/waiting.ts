import type { Clock } from '@tandem/platform';

/** The event, or `undefined` when it has not come within this time. */
export async function within<T>(clock: Clock, timeoutMs: number, event: Promise<T>): Promise<T | undefined> {
  let giveUp = (_: undefined): void => {};
  const timedOut = new Promise<undefined>((resolve) => {
    giveUp = resolve;
  });
  const timer = clock.startTimer(timeoutMs, () => giveUp(undefined));
  try {
    return await Promise.race([event, timedOut]);
  } finally {
    timer.cancel();
  }
}

/** The work, or the signal's reason as soon as it fires. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    stopListening = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
  }
}
