import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.js';

const never = new Promise<never>(() => {});

test('settles like the work, and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(untilAborted(Promise.reject(new Error('work')), signal)).rejects.toThrow('work');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('rejects with the reason when the signal fires, before or during the work', async () => {
  const controller = new AbortController();
  const waiting = untilAborted(never, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(untilAborted(never, controller.signal)).rejects.toThrow('enough');
});

test('work that fails after it was abandoned harms nobody', async () => {
  let fail: (error: Error) => void = () => {};
  const work = new Promise<never>((_, reject) => (fail = reject));
  const controller = new AbortController();
  const waiting = untilAborted(work, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  fail(new Error('too late'));
  await new Promise(setImmediate);
});
