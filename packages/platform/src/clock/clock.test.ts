import { describe, expect, test } from 'vitest';
import { createManualClock } from './manual-clock.js';
import { createSystemClock } from './system-clock.js';

describe('the system clock', () => {
  const clock = createSystemClock();

  test('runs', async () => {
    const before = clock.monotonicMs();
    await clock.sleep(1);
    expect(clock.monotonicMs()).toBeGreaterThan(before);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  });

  test('a sleep ends with its signal', async () => {
    const abort = new AbortController();
    const sleeping = clock.sleep(3_600_000, { signal: abort.signal });
    abort.abort(new Error('wake up'));
    await expect(sleeping).rejects.toThrow('wake up');
    await expect(clock.sleep(0, { signal: abort.signal })).rejects.toThrow('wake up');
  });

  test('a wait of a month does not end at once, as it would in Node', async () => {
    let hasFired = false;
    const timer = clock.startTimer(31 * 24 * 3_600_000, () => {
      hasFired = true;
    });
    await clock.sleep(20);
    timer.cancel();
    expect(hasFired).toBe(false);
  });
});

describe('the manual clock', () => {
  test('stands still until it is moved, then fires in order', async () => {
    const clock = createManualClock(1_000);
    const fired: [string, number][] = [];
    const note = (name: string) => fired.push([name, clock.now()]);
    void clock.sleep(30).then(() => note('late'));
    void clock.sleep(10).then(async () => {
      note('early');
      await clock.sleep(5);
      note('chained');
    });
    const cancelled = clock.startTimer(1, () => note('cancelled'));
    cancelled.cancel();
    await clock.advance(9);
    expect(fired).toEqual([]);
    await clock.advance(100);
    expect(fired).toEqual([
      ['early', 1_010],
      ['chained', 1_015],
      ['late', 1_030],
    ]);
    expect(clock.now()).toBe(1_109);
    expect(clock.pendingTimers).toBe(0);
  });

  test('a jump moves the calendar, not the timers', () => {
    const clock = createManualClock(0);
    clock.jump(-5_000);
    expect([clock.now(), clock.monotonicMs()]).toEqual([-5_000, 0]);
  });

  test('a deadline fires when time is up', async () => {
    const clock = createManualClock();
    const deadline = clock.deadline(50);
    await clock.advance(20);
    expect([deadline.remainingMs(), deadline.isExpired, deadline.signal.aborted]).toEqual([30, false, false]);
    await clock.advance(30);
    expect([deadline.remainingMs(), deadline.isExpired]).toEqual([0, true]);
    expect(deadline.signal.reason).toMatchObject({
      code: 'deadline-passed',
      message: expect.stringContaining('50 ms'),
    });
  });

  test('a deadline ends early with the outer signal, and never after it was disposed', async () => {
    const clock = createManualClock();
    const outer = new AbortController();
    const deadline = clock.deadline(50, { signal: outer.signal });
    outer.abort(new Error('cancelled'));
    expect(deadline.signal.reason).toEqual(new Error('cancelled'));
    deadline[Symbol.dispose]();
    await clock.advance(100);
    expect([deadline.isExpired, clock.pendingTimers]).toEqual([false, 0]);
  });
});
