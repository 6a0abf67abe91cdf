import { setMaxListeners } from 'node:events';

/** A signal that fires with any of several others, and can be fired itself. Disposing lets go of the others. */
export interface LinkedAbort extends Disposable {
  readonly signal: AbortSignal;
  abort(reason: Error): void;
}

/** Unlike `AbortSignal.any`, it leaves nothing behind on a signal that outlives it. */
export function linkAbort(...sources: readonly (AbortSignal | undefined)[]): LinkedAbort {
  const controller = new AbortController();
  // A run in many projects has many who wait for its end: that is no leak, as Node would warn from the eleventh on.
  setMaxListeners(0, controller.signal);
  const links = sources.flatMap((source) => {
    if (source === undefined) return [];
    const follow = () => controller.abort(source.reason);
    if (source.aborted) follow();
    else source.addEventListener('abort', follow, { once: true });
    return [() => source.removeEventListener('abort', follow)];
  });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => {
      for (const unlink of links) unlink();
    },
  };
}

/** Settles like the promise, or rejects as soon as the signal fires: whoever cancels waits for nobody. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
