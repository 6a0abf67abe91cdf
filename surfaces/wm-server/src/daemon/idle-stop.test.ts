import { createManualClock } from '@tandem/platform';
import { verifies } from '@tandem/testkit';
import { expect, test } from 'vitest';
import { IdleStop } from './idle-stop.js';

function idleStop() {
  const clock = createManualClock();
  const reasons: string[] = [];
  const idle = new IdleStop({
    clock,
    firstClientMs: 30_000,
    disconnectMs: 5_000,
    onIdle: (reason) => void reasons.push(reason),
  });
  return { clock, idle, reasons };
}

verifies('wm/auto-stop/no-client', 'without a first client it stops after 30 s', async () => {
  const { clock, reasons } = idleStop();
  await clock.advance(29_999);
  expect(reasons).toEqual([]);
  await clock.advance(1);
  expect(reasons).toEqual(['no client came']);
});

verifies('wm/auto-stop/last-client', 'it stops some time after the last client, not the first', async () => {
  const { clock, idle, reasons } = idleStop();
  idle.clientCame();
  idle.clientCame();
  idle.clientLeft();
  await clock.advance(1_000_000);
  expect(reasons).toEqual([]);
  idle.clientLeft();
  await clock.advance(4_999);
  expect(reasons).toEqual([]);
  await clock.advance(1);
  expect(reasons).toEqual(['the last client is gone']);
});

verifies('wm/auto-stop/return', 'a client that comes in time keeps it alive', async () => {
  const { clock, idle, reasons } = idleStop();
  await clock.advance(29_000);
  idle.clientCame();
  idle.clientLeft();
  await clock.advance(4_999);
  idle.clientCame();
  await clock.advance(1_000_000);
  expect(reasons).toEqual([]);
});

test('a daemon that stops for another reason is not told again when its clients leave', async () => {
  const { clock, idle, reasons } = idleStop();
  idle.clientCame();
  idle[Symbol.dispose]();
  idle.clientLeft();
  await clock.advance(1_000_000);
  expect(reasons).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
});
