/**
 * Waits for work, but no longer than until the signal fires: then it rejects with the signal's reason and leaves the
 * work to itself. Handlers are asked to stop by the same signal; not all of them listen.
 */
export async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stopListening = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    stopListening = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
    // Nobody is left to hear how abandoned work ended.
    work.catch(() => {});
  }
}
