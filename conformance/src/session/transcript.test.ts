import { expect, test } from 'vitest';
import { showBytes, Transcript } from './transcript.js';

test('a long conversation keeps its beginning and its end', () => {
  const transcript = new Transcript();
  for (let number = 1; number <= 100; number++) transcript.received(`message ${number}`);
  const texts = transcript.entries().map(({ text }) => text);
  expect(texts).toHaveLength(21);
  expect(texts.slice(0, 8)).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((n) => `message ${n}`),
    '… 80 more …',
    'message 87',
  ]);
  expect(texts.at(-1)).toBe('message 100');
});

test('a short one is kept whole, in order', () => {
  const transcript = new Transcript();
  transcript.sent(Buffer.from('a'));
  transcript.received('b');
  transcript.note('c');
  expect(transcript.entries().map(({ direction, text }) => `${direction} ${text}`)).toEqual([
    'sent a',
    'received b',
    'note c',
  ]);
});

test('a restart leaves one note of what was before', () => {
  const transcript = new Transcript();
  for (let number = 1; number <= 100; number++) transcript.received(`message ${number}`);
  transcript.restart('all well so far');
  transcript.received('next');
  expect(transcript.entries().map(({ text }) => text)).toEqual(['all well so far', 'next']);
});

test('bytes are shown on one line, shortened, with their number', () => {
  const check = (bytes: string, expected: string) => expect(showBytes(Buffer.from(bytes))).toBe(expected);
  check('Content-Length: 2\r\n\r\n{}', 'Content-Length: 2\\r\\n\\r\\n{}');
  check('back\\slash', 'back\\\\slash');
  check('x'.repeat(1_000_000), `${'x'.repeat(400)}… (1000000 bytes)`);
});
