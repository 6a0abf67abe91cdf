import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createMemoryPair } from './memory-pair.js';

it('carries bytes both ways and the end', async () => {
  const [left, right] = createMemoryPair();
  left.write('to the right');
  right.write('to the left');
  expect(String((await once(right, 'data'))[0])).toBe('to the right');
  expect(String((await once(left, 'data'))[0])).toBe('to the left');
  left.end();
  await once(right, 'end');
  await Promise.all([once(left, 'close'), once(right, 'close')]);
});

it('delivers in a later turn, so that two talkers neither recurse nor starve the rest', async () => {
  const [left, right] = createMemoryPair();
  let depth = 0;
  let deepest = 0;
  let isPlaying = true;
  for (const side of [left, right]) {
    side.on('data', (ball) => {
      depth++;
      deepest = Math.max(deepest, depth);
      if (isPlaying) side.write(ball);
      depth--;
    });
  }
  left.write('ball');
  // A timer gets its turn although the ball never rests.
  await new Promise((resolve) => setTimeout(resolve, 0));
  isPlaying = false;
  expect(deepest).toBe(1);
});

it('holds the writer while nobody reads', async () => {
  const [left, right] = createMemoryPair();
  let taken = 0;
  for (let index = 0; index < 100; index++) left.write(Buffer.alloc(10_000), () => taken++);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  const takenUnread = taken;
  expect(takenUnread).toBeLessThan(100);
  right.resume();
  left.end();
  await once(right, 'end');
  expect(taken).toBe(100);
});

it('tells one side when the other is destroyed', async () => {
  const [left, right] = createMemoryPair();
  right.resume();
  left.destroy();
  await once(right, 'close');
  const [broken, gone] = createMemoryPair();
  gone.destroy();
  broken.write('x');
  expect(((await once(broken, 'error')) as [Error])[0].message).toContain('gone');
});
