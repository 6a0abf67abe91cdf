import { PlatformError } from '../platform-error.js';

export interface Timer {
  cancel(): void;
}

/** What a clock is made of; everything else is built on these three. */
export interface TimeSource {
  /** Wall-clock time, in milliseconds since 1970. It may jump. */
  now(): number;
  /** Milliseconds since an arbitrary moment. It never goes back: measure durations with it. */
  monotonicMs(): number;
  /** Calls back once. The timer keeps the process alive. */
  startTimer(delayMs: number, callback: () => void): Timer;
}

export interface Clock extends TimeSource {
  /** Rejects with the signal's reason when it fires first. */
  sleep(delayMs: number, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** A signal that fires when the time is up, or earlier with the given one. Dispose it when the work is done. */
  deadline(delayMs: number, options?: { readonly signal?: AbortSignal }): Deadline;
}

export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** True only when time ran out, not when the outer signal fired. */
  readonly isExpired: boolean;
  remainingMs(): number;
}

export function clockOver(source: TimeSource): Clock {
  return {
    now: () => source.now(),
    monotonicMs: () => source.monotonicMs(),
    startTimer: (delayMs, callback) => source.startTimer(delayMs, callback),
    sleep: (delayMs, options = {}) => sleep(source, delayMs, options.signal),
    deadline: (delayMs, options = {}) => createDeadline(source, delayMs, options.signal),
  };
}

function sleep(source: TimeSource, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      timer.cancel();
      reject(signal?.reason);
    };
    const timer = source.startTimer(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function createDeadline(source: TimeSource, delayMs: number, outer: AbortSignal | undefined): Deadline {
  const expiry = new AbortController();
  const endsAt = source.monotonicMs() + delayMs;
  const timer = source.startTimer(delayMs, () => {
    expiry.abort(new PlatformError('deadline-passed', `not finished within the allowed ${delayMs} ms`));
  });
  return {
    signal: outer === undefined ? expiry.signal : AbortSignal.any([expiry.signal, outer]),
    get isExpired() {
      return expiry.signal.aborted;
    },
    remainingMs: () => Math.max(0, endsAt - source.monotonicMs()),
    [Symbol.dispose]: () => timer.cancel(),
  };
}
