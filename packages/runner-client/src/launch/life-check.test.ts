import { PassThrough } from 'node:stream';
import { createManualClock } from '@tandem/platform';
import { expect, test } from 'vitest';
import { checkLife } from './life-check.js';

function startCheck() {
  const clock = createManualClock();
  const incoming = new PassThrough();
  incoming.resume();
  let answer = (): void => {};
  let refuse = (_: Error): void => {};
  const asked = new Promise<void>((resolve, reject) => {
    answer = resolve;
    refuse = reject;
  });
  const seen: string[] = [];
  void checkLife(100, { incoming, clock, ask: () => asked }).then((life) => seen.push(life));
  /** Lets this much time pass, and says what is known then. */
  const after = async (ms: number): Promise<readonly string[]> => {
    await clock.advance(ms);
    // The check takes a turn of its own before it decides.
    await clock.advance(0);
    return seen;
  };
  return { clock, incoming, answer, refuse, after };
}

test('who answers is alive, whatever the answer', async () => {
  for (const end of ['answer', 'refuse'] as const) {
    const check = startCheck();
    expect(await check.after(99)).toEqual([]);
    check[end](new Error('no such method'));
    expect(await check.after(0)).toEqual(['alive']);
    expect([check.clock.pendingTimers, check.incoming.listenerCount('data')]).toEqual([0, 0]);
  }
});

test('who says nothing is silent', async () => {
  const check = startCheck();
  expect(await check.after(99)).toEqual([]);
  expect(await check.after(1)).toEqual(['silent']);
  expect([check.clock.pendingTimers, check.incoming.listenerCount('data')]).toEqual([0, 0]);
});

test('who says something else has time until the next silence', async () => {
  const check = startCheck();
  for (let word = 0; word < 5; word += 1) {
    check.incoming.write('word');
    expect(await check.after(100)).toEqual([]);
  }
  expect(await check.after(100)).toEqual(['silent']);
});

test('who is not listened to is not silent', async () => {
  const check = startCheck();
  check.incoming.pause();
  for (let pass = 0; pass < 5; pass += 1) expect(await check.after(100)).toEqual([]);
  check.incoming.resume();
  expect(await check.after(100)).toEqual(['silent']);
});
