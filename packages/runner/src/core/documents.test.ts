import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChanges, DocumentOverlay, endOf, type TextPosition } from './documents.js';

const at = (line: number, character: number): TextPosition => ({ line, character });

function check(
  text: string,
  [start, end]: readonly [TextPosition, TextPosition],
  inserted: string,
  expected: string,
): void {
  expect(applyChanges(text, [{ range: { start, end }, text: inserted }])).toBe(expected);
}

test('positions are lines and UTF-16 code units', () => {
  check('abc', [at(0, 1), at(0, 2)], 'X', 'aXc');
  check('a\nb\nc', [at(1, 0), at(2, 0)], '', 'a\nc');
  check('a\r\nb', [at(1, 0), at(1, 1)], 'X', 'a\r\nX');
  check('a\rb', [at(1, 0), at(1, 0)], 'X', 'a\rXb');
  check('😀x', [at(0, 2), at(0, 3)], 'y', '😀y');
  check('a\u2028b', [at(0, 2), at(0, 3)], 'X', 'a\u2028X');
});

test('positions behind an end mean that end', () => {
  check('ab\ncd', [at(0, 99), at(0, 99)], 'X', 'abX\ncd');
  check('ab', [at(9, 9), at(9, 9)], 'X', 'abX');
  check('', [at(0, 0), at(3, 3)], 'X', 'X');
  check('abc', [at(0, 2), at(0, 1)], 'X', 'aXc');
});

test('replacing everything by its positions equals replacing everything', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀', '\r\n') });
  fc.assert(
    fc.property(texts, texts, (old, next) => {
      expect(applyChanges(old, [{ range: { start: at(0, 0), end: endOf(old) }, text: next }])).toBe(next);
    }),
  );
});

test('an edit at any offset is found again by its position', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'é', '😀') });
  fc.assert(
    fc.property(texts, fc.nat(), (text, seed) => {
      const offset = seed % (text.length + 1);
      // Between the two halves of a line end there is no position.
      if (text[offset - 1] === '\r' && text[offset] === '\n') return;
      const position = endOf(text.slice(0, offset));
      const changed = applyChanges(text, [{ range: { start: position, end: position }, text: 'INSERTED' }]);
      expect(changed).toBe(`${text.slice(0, offset)}INSERTED${text.slice(offset)}`);
    }),
  );
});

test('changes to what is not open, or from the past, are not taken', () => {
  const documents = new DocumentOverlay();
  expect(documents.change('file:///a', 1, [{ text: 'x' }])).toBe(false);
  documents.open({ uri: 'file:///a', version: 3, text: 'three' });
  expect(documents.change('file:///a', 2, [{ text: 'two' }])).toBe(false);
  expect(
    documents.change('file:///%61', 4, [
      { text: 'four' },
      { range: { start: at(0, 0), end: at(0, 1) }, text: 'F' },
    ]),
  ).toBe(true);
  expect(documents.find('/a')).toEqual({ uri: 'file:///a', version: 4, text: 'Four' });
  documents.close('file:///a');
  expect(documents.find('/a')).toBeUndefined();
});

test('what is no file is known by its URI, however odd', () => {
  const documents = new DocumentOverlay();
  for (const uri of ['untitled:Untitled-1', 'file://host/odd%2Fpath', 'file:///%zz']) {
    documents.open({ uri, version: 1, text: uri });
    expect(documents.find(uri)?.text).toBe(uri);
  }
});
