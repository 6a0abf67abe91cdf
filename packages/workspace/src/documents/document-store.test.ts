import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentStore } from './document-store.js';

const uri = 'file:///w/a%20b.ts';

function recordingStore() {
  const events: string[] = [];
  const store = new DocumentStore<object>({
    opened: ({ text, version }) => events.push(`opened ${version} ${text}`),
    changed: ({ text, version }) => events.push(`changed ${version} ${text}`),
    closed: (closedUri) => events.push(`closed ${closedUri}`),
  });
  return { store, events };
}

function range(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
  return {
    start: { line: startLine, character: startCharacter },
    end: { line: endLine, character: endCharacter },
  };
}

test('changes are applied in order, in UTF-16 columns', () => {
  const { store } = recordingStore();
  store.open(store, { uri, version: 1, text: 'a😀b\nc' });
  const problem = store.change(store, uri, 2, [
    { range: range(0, 3, 0, 4), text: 'B' },
    { range: range(1, 0, 1, 1), text: '' },
  ]);
  expect(problem).toBeUndefined();
  expect(store.get(uri)).toEqual({ uri, version: 2, text: 'a😀B\n' });
});

test('what cannot be applied leaves the document as it was and says why', () => {
  const { store, events } = recordingStore();
  store.open(store, { uri, version: 5, text: 'x' });
  expect(store.change(store, uri, 5, [{ text: 'y' }])).toBe('version-went-back');
  expect(store.change(store, uri, 4, [{ text: 'y' }])).toBe('version-went-back');
  expect(store.change(store, uri, 6, [{ text: 'y' }, { range: range(0, 1, 0, 0), text: '' }])).toBe(
    'bad-range',
  );
  expect(store.change({}, uri, 6, [{ text: 'y' }])).toBe('not-open');
  expect(store.change(store, 'file:///other', 6, [{ text: 'y' }])).toBe('not-open');
  expect(store.close({}, uri)).toBe('not-open');
  expect(store.get(uri)).toEqual({ uri, version: 5, text: 'x' });
  expect(events).toEqual(['opened 5 x']);
});

test('with two owners the last change is seen, and closing falls back to the other text', () => {
  const { store, events } = recordingStore();
  const [first, second] = [{}, {}];
  store.open(first, { uri, version: 1, text: 'first' });
  store.open(second, { uri, version: 1, text: 'second' });
  expect(store.ownerOf(uri)).toBe(second);
  store.change(first, uri, 2, [{ text: 'first again' }]);
  expect(store.ownerOf(uri)).toBe(first);
  store.closeAll(first);
  store.closeAll(first);
  expect(store.get(uri)?.text).toBe('second');
  store.closeAll(second);
  expect(store.get(uri)).toBeUndefined();
  expect(events).toEqual([
    'opened 1 first',
    'changed 1 second',
    'changed 2 first again',
    'changed 1 second',
    `closed ${uri}`,
  ]);
});

test('closing a text that nobody sees is silent', () => {
  const { store, events } = recordingStore();
  const hidden = {};
  store.open(hidden, { uri, version: 1, text: 'hidden' });
  store.open(store, { uri, version: 1, text: 'seen' });
  store.close(hidden, uri);
  expect(events).toEqual(['opened 1 hidden', 'changed 1 seen']);
});

test('any edit gives what replacing the same characters of the string gives', () => {
  const pieces = fc.array(fc.constantFrom('a', '\n', '\r\n', '😀', 'é', '\u2028', ' '), { maxLength: 20 });
  fc.assert(
    fc.property(pieces, fc.nat(40), fc.nat(40), fc.string({ unit: 'binary' }), (text, a, b, inserted) => {
      const { store } = recordingStore();
      const whole = text.join('');
      const [start, end] = [Math.min(a, b, whole.length), Math.min(Math.max(a, b), whole.length)];
      const position = (offset: number) => {
        const lines = whole.slice(0, offset).split(/\r\n|\n|\r/);
        return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      };
      const splitsLineEnd = [start, end].some((offset) => whole.slice(offset - 1, offset + 1) === '\r\n');
      fc.pre(!splitsLineEnd);
      store.open(store, { uri, version: 1, text: whole });
      store.change(store, uri, 2, [
        { range: { start: position(start), end: position(end) }, text: inserted },
      ]);
      expect(store.get(uri)?.text).toBe(whole.slice(0, start) + inserted + whole.slice(end));
    }),
  );
});
