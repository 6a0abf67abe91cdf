import { PassThrough } from 'node:stream';
import { createManualClock } from '@tandem/platform';
import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.js';
import { ReadGate } from './read-gate.js';

function setUp() {
  const stream = new PassThrough();
  stream.resume();
  const clock = createManualClock();
  const gate = new ReadGate(stream);
  const open = () => new EventQueue({ gate, clock, holdAtBytes: 100, stallMs: 1_000 });
  return { stream, clock, open };
}

/** A listener that takes one event each time it is told to. */
function slowListener() {
  const waiting: (() => void)[] = [];
  return {
    take: () => new Promise<void>((resolve) => waiting.push(resolve)),
    async goOn() {
      // The queue asks for the next only after it has seen the last taken.
      await new Promise((resolve) => setImmediate(resolve));
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('reading stops while a listener is behind, and goes on when it has caught up', async () => {
  const { stream, open } = setUp();
  using queue = open();
  const listener = slowListener();
  queue.add(60, listener.take);
  expect(stream.isPaused()).toBe(false);
  queue.add(60, listener.take);
  expect(stream.isPaused()).toBe(true);
  await listener.goOn();
  expect(stream.isPaused()).toBe(true);
  await listener.goOn();
  expect(stream.isPaused()).toBe(false);
  await queue.delivered();
});

test('a listener that stands still fails its run alone', async () => {
  const { stream, clock, open } = setUp();
  using stuck = open();
  using slow = open();
  stuck.add(200, () => new Promise<void>(() => {}));
  const listener = slowListener();
  slow.add(30, listener.take);
  slow.add(200, listener.take);
  await clock.advance(600);
  await listener.goOn();
  await clock.advance(600);
  expect(stuck.failed.aborted).toBe(true);
  expect(stuck.failed.reason).toMatchObject({
    code: 'run-failed',
    message: expect.stringContaining('for 1000 ms while 200 bytes of them wait'),
  });
  expect(slow.failed.aborted).toBe(false);
  await listener.goOn();
  await slow.delivered();
  expect(stream.isPaused()).toBe(false);
});

test('a run that is over holds nobody up', async () => {
  const { stream, open } = setUp();
  const queue = open();
  let taken = 0;
  queue.add(200, () => new Promise<void>(() => {}));
  queue.add(1, () => void taken++);
  expect(stream.isPaused()).toBe(true);
  queue[Symbol.dispose]();
  expect(stream.isPaused()).toBe(false);
  queue.add(1, () => void taken++);
  expect(taken).toBe(0);
});

test('after a failure nothing more is delivered', async () => {
  const { open } = setUp();
  using queue = open();
  const taken: number[] = [];
  queue.add(1, () => void taken.push(1));
  queue.add(1, () => Promise.reject(new Error('full')));
  queue.add(1, () => void taken.push(3));
  await queue.delivered();
  expect(taken).toEqual([1]);
  expect(queue.failed.reason).toEqual(new Error('full'));
});
