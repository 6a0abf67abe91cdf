import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineDecoder } from './lines.js';

type Event = string | { readonly error: string };

function decode(chunks: readonly Buffer[], maxLineBytes?: number): { events: Event[]; pendingBytes: number } {
  const decoder = createLineDecoder(maxLineBytes === undefined ? {} : { maxLineBytes });
  const events: Event[] = [];
  for (const chunk of chunks) {
    decoder.push(chunk, {
      onLine: (line) => events.push(line),
      onError: (error) => events.push({ error: error.code }),
    });
  }
  return { events, pendingBytes: decoder.pendingBytes };
}

function check(
  text: string,
  events: readonly Event[],
  options: { maxLineBytes?: number; pendingBytes?: number } = {},
): void {
  const bytes = Buffer.from(text);
  const expected = { events, pendingBytes: options.pendingBytes ?? 0 };
  expect(decode([bytes], options.maxLineBytes)).toEqual(expected);
  expect(
    decode(
      Array.from(bytes, (byte) => Buffer.of(byte)),
      options.maxLineBytes,
    ),
    'byte by byte',
  ).toEqual(expected);
}

describe('lines', () => {
  it('end with LF and with nothing else', () => {
    check('a\nb\n', ['a', 'b']);
    check('a\r\nb\rc\n', ['a\r', 'b\rc']);
    check('a\u2028b\u2029c\u0085d\n', ['a\u2028b\u2029c\u0085d']);
    check('\n\n', ['', '']);
  });

  it('wait for their LF', () => {
    check('', []);
    check('a\nbc', ['a'], { pendingBytes: 2 });
  });

  it('may be cut within a character', () => {
    check('é😀\n', ['é😀']);
  });
});

describe('a line over the limit', () => {
  it('is reported once, and reading goes on after its LF', () => {
    check('1234\n12345\n1234\n', ['1234', { error: 'line-too-long' }, '1234'], { maxLineBytes: 4 });
    check(
      '123456789\n\n12345678901234\nok\n',
      [{ error: 'line-too-long' }, '', { error: 'line-too-long' }, 'ok'],
      {
        maxLineBytes: 4,
      },
    );
  });

  it('is not kept', () => {
    check('123456789', [{ error: 'line-too-long' }], { maxLineBytes: 4 });
  });
});

it('gives the same lines for any cut', () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r\n', '\u2028', '😀')))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), fc.array(fc.nat()), (all, maxLineBytes, cuts) => {
      const bytes = Buffer.from(all);
      const positions = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
      const chunks = [...positions, bytes.length].map((end, index) =>
        bytes.subarray(positions[index - 1] ?? 0, end),
      );
      expect(decode(chunks, maxLineBytes)).toEqual(decode([bytes], maxLineBytes));
    }),
  );
});
