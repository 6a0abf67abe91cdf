import { type Clock, clockOver, type Timer } from './clock.js';

/** Node fires a longer timeout at once instead of late. */
const longestTimeoutMs = 2 ** 31 - 1;

export function createSystemClock(): Clock {
  return clockOver({ now: () => Date.now(), monotonicMs: () => performance.now(), startTimer });
}

function startTimer(delayMs: number, callback: () => void): Timer {
  let remainingMs = delayMs;
  let handle: NodeJS.Timeout;
  const arm = () => {
    const stepMs = Math.min(remainingMs, longestTimeoutMs);
    remainingMs -= stepMs;
    handle = setTimeout(remainingMs > 0 ? arm : callback, stepMs);
  };
  arm();
  return { cancel: () => clearTimeout(handle) };
}
