/** Settles like `work`, or rejects with the signal's reason as soon as it fires: nobody waits for work to notice. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // The loser of the race must not end the process as an unhandled rejection.
  work.catch(() => {});
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
