import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutputTail } from './output-tail.js';

function tailOf(chunks: readonly (string | Buffer)[], maxLength: number): { text: string; lines: string[] } {
  const lines: string[] = [];
  const tail = new OutputTail(maxLength, (line) => lines.push(line));
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  tail.end();
  return { text: tail.text(), lines };
}

function check(
  chunks: readonly (string | Buffer)[],
  maxLength: number,
  text: string,
  lines: readonly string[],
): void {
  expect(tailOf(chunks, maxLength)).toEqual({ text, lines });
}

test('whole lines from the end', () => {
  check([], 10, '', []);
  check(['one\ntwo\n'], 100, 'one\ntwo\n', ['one', 'two']);
  check(['one\ntwo\nthree\n'], 10, 'two\nthree\n', ['one', 'two', 'three']);
  check(['one\ntwo\nthree\n'], 9, 'three\n', ['one', 'two', 'three']);
  check(['a\r\nb'], 100, 'a\r\nb', ['a', 'b']);
});

test('a line that is longer than all the room keeps its end', () => {
  check(['0123456789'], 4, '6789', ['0123']);
  check(['0123456789\n'], 4, '789\n', ['0123456789']);
});

test('characters cut between chunks stay whole', () => {
  const balloon = Buffer.from('🎈\n');
  check([balloon.subarray(0, 2), balloon.subarray(2)], 100, '🎈\n', ['🎈']);
});

test('the cuts between chunks make no difference, and memory is bounded', () => {
  const lines = fc.array(fc.stringMatching(/^[a-z]{0,12}$/), { maxLength: 30 });
  fc.assert(
    fc.property(
      lines,
      fc.array(fc.nat(400)),
      fc.integer({ min: 13, max: 60 }),
      (written, cuts, maxLength) => {
        const text = written.map((line) => `${line}\n`).join('');
        const edges = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
          text.length,
        ];
        const chunks = edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
        const tail = tailOf(chunks, maxLength);
        expect(tail.lines).toEqual(written);
        expect(tail.text.length).toBeLessThanOrEqual(maxLength);
        expect(text.endsWith(tail.text)).toBe(true);
        expect(text.length <= maxLength ? tail.text === text : `\n${text}`.includes(`\n${tail.text}`)).toBe(
          true,
        );
      },
    ),
  );
});
