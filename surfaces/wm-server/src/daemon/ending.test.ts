import { createLog, createManualClock, createMemorySink } from '@tandem/platform';
import { expect, test } from 'vitest';
import { Ending, type EndingStep } from './ending.js';

function ending(steps: Readonly<Record<string, EndingStep['run']>>) {
  const clock = createManualClock();
  const sink = createMemorySink();
  const log = createLog({ sink, clock });
  const list = Object.entries(steps).map(([what, run]) => ({ what, run, withinMs: 1_000 }));
  return {
    clock,
    ending: new Ending(list, { clock, log }),
    logged: () => sink.records.map((r) => r.message),
  };
}

test('takes its steps one after another, once, for the first reason', async () => {
  const taken: string[] = [];
  const { ending: end } = ending({
    first: async () => void taken.push('first'),
    second: () => void taken.push('second'),
  });
  await Promise.all([end.start('a'), end.start('b')]);
  expect(await end.ended).toBe('a');
  expect(taken).toEqual(['first', 'second']);
});

test('goes on when a step fails or hangs, and says so', async () => {
  let isReached = false;
  const {
    clock,
    ending: end,
    logged,
  } = ending({
    'the failing step': () => Promise.reject(new Error('no')),
    'the hanging step': () => new Promise(() => undefined),
    last: () => {
      isReached = true;
    },
  });
  void end.start('test');
  await clock.advance(999);
  expect(isReached).toBe(false);
  await clock.advance(1);
  expect(await end.ended).toBe('test');
  expect(isReached).toBe(true);
  expect(logged()).toEqual([
    'stopping: test',
    'the failing step: failed',
    'the hanging step: not done within 1000 ms, going on without',
    'stopped',
  ]);
});
