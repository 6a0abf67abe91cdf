import { type Clock, clockOver } from './clock.js';

export interface ManualClock extends Clock {
  /** Moves time forward, firing each due timer at its own moment; whatever that wakes has run when this resolves. */
  advance(byMs: number): Promise<void>;
  /** Wall-clock time jumps (a laptop wakes up, NTP corrects); timers and monotonic time do not notice. */
  jump(byMs: number): void;
  readonly pendingTimers: number;
}

interface PendingTimer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** The clock of tests: time stands still until it is moved. */
export function createManualClock(startsAt = Date.UTC(2030, 0, 1)): ManualClock {
  const pending = new Set<PendingTimer>();
  let elapsedMs = 0;
  let wallOffsetMs = startsAt;

  const nextDue = (untilMs: number): PendingTimer | undefined => {
    let earliest: PendingTimer | undefined;
    for (const timer of pending) {
      if (timer.dueMs <= untilMs && (earliest === undefined || timer.dueMs < earliest.dueMs))
        earliest = timer;
    }
    return earliest;
  };

  const clock = clockOver({
    now: () => wallOffsetMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    startTimer: (delayMs, callback) => {
      const timer: PendingTimer = { dueMs: elapsedMs + Math.max(0, delayMs), callback };
      pending.add(timer);
      return { cancel: () => void pending.delete(timer) };
    },
  });

  return {
    ...clock,
    async advance(byMs) {
      const untilMs = elapsedMs + byMs;
      await settleReactions();
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        pending.delete(timer);
        elapsedMs = timer.dueMs;
        timer.callback();
        await settleReactions();
      }
      elapsedMs = untilMs;
    },
    jump: (byMs) => {
      wallOffsetMs += byMs;
    },
    get pendingTimers() {
      return pending.size;
    },
  };
}

/** Promise reactions all run before the next immediate. */
function settleReactions(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
