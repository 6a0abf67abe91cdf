import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeResults } from './merge-results.js';

function check(earlier: unknown, later: unknown, expected: unknown): void {
  expect(mergeResults(earlier, later)).toEqual(expected);
}

test('lists are joined, objects merged, later values win', () => {
  check([1], [2], [1, 2]);
  check({ a: [1] }, { a: [2], b: 'x' }, { a: [1, 2], b: 'x' });
  check({ a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } });
  check({ ok: true }, { ok: false }, { ok: false });
  check({ a: [1] }, { a: 'text' }, { a: 'text' });
  check({ a: 1 }, {}, { a: 1 });
  check({ a: 1 }, { a: undefined }, { a: 1 });
  check(undefined, { a: 1 }, { a: 1 });
});

test('a "__proto__" key is data and changes no prototype', () => {
  const merged = mergeResults({}, JSON.parse('{"__proto__": {"polluted": true}}'));
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true}}');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

/** Results of one action share one schema, so a key has the same kind of value in each of them. */
const results = fc.record({
  list: fc.array(fc.jsonValue(), { maxLength: 4 }),
  byFile: fc.dictionary(fc.string(), fc.array(fc.string(), { maxLength: 3 }), { maxKeys: 4 }),
  last: fc.string(),
});

test('grouping does not matter, and inputs stay as they were', () => {
  fc.assert(
    fc.property(results, results, results, (a, b, c) => {
      const before = JSON.stringify([a, b, c]);
      expect(mergeResults(mergeResults(a, b), c)).toEqual(mergeResults(a, mergeResults(b, c)));
      expect(JSON.stringify([a, b, c])).toBe(before);
    }),
  );
});
