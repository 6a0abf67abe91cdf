import { expect, test } from 'vitest';
import { EdnDecimal } from './decimal.js';
import { ednEquals, ednHash } from './equality.js';
import { keyword, symbol } from './names.js';
import { EdnFloat, EdnRatio, ednFloat, ednRatio } from './numbers.js';
import { EdnChar, EdnUuid } from './scalars.js';
import { EdnList, EdnTagged, type EdnValue, ednMap, ednSet } from './values.js';

/** Values of one row are equal to each other and to nothing in another row. */
const classes: readonly (readonly EdnValue[])[] = [
  [null],
  [true],
  [false],
  [1, 1n],
  [2n ** 60n, 2n ** 60n],
  [new EdnFloat(1), new EdnFloat(1)],
  [new EdnFloat(0), new EdnFloat(-0)],
  [2 ** 60, ednFloat(2 ** 60)],
  [1.5, ednFloat(1.5)],
  [Number.NaN, ednFloat(Number.NaN)],
  [new EdnDecimal('1.0'), new EdnDecimal('1'), new EdnDecimal('10e-1')],
  [new EdnDecimal('0'), new EdnDecimal('-0.00'), new EdnDecimal('0e9')],
  [new EdnRatio(1n, 2n), ednRatio(-2n, -4n)],
  ['a'],
  [keyword('a'), keyword('a')],
  [symbol('a'), symbol('a')],
  [new EdnChar('a'), new EdnChar('a')],
  [new Date(5), new Date(5)],
  [new EdnUuid('F81D4FAE-7dec-11d0-a765-00a0c91e6bf6'), new EdnUuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')],
  [[], new EdnList([])],
  [[1, 'a'], new EdnList([1n, 'a'])],
  [['a', 1]],
  [ednSet([])],
  [ednSet([1, [2]]), ednSet([new EdnList([2]), 1n])],
  [ednMap([]), {}, { gone: undefined }],
  [
    { a: 1, b: [] },
    { b: [], a: 1 },
    ednMap([
      [keyword('b'), new EdnList([])],
      [keyword('a'), 1n],
    ]),
  ],
  [{ a: 1, b: null }],
  [ednMap([['a', 1]]), ednMap([['a', 1]])],
  [new EdnTagged(symbol('a'), [1]), new EdnTagged(symbol('a'), [1n])],
  [new EdnTagged(symbol('b'), [1])],
];

test('equality and hash agree with each other and with Clojure', () => {
  for (const [row, values] of classes.entries()) {
    for (const left of values) {
      for (const [otherRow, others] of classes.entries()) {
        for (const right of others) {
          expect(ednEquals(left, right), `rows ${row} and ${otherRow}`).toBe(row === otherRow);
          if (row === otherRow) expect(ednHash(left), `row ${row}`).toBe(ednHash(right));
        }
      }
    }
  }
});

test('maps and sets find their keys by content, small and big', () => {
  for (const filler of [0, 20]) {
    const keys = classes.map(([first]) => first as EdnValue);
    const extra = Array.from({ length: filler }, (_, index) => `filler ${index}`);
    const some = filler === 0 ? keys.slice(0, 5) : [...keys, ...extra];
    const map = ednMap(some.map((key, index) => [key, index]));
    const set = ednSet(some);
    expect([map.size, set.size]).toEqual([some.length, some.length]);
    for (const [index, key] of some.entries()) {
      for (const equal of classes[index] ?? [key]) {
        expect([map.get(equal), map.has(equal), set.has(equal)]).toEqual([index, true, true]);
      }
    }
    expect([map.get('none'), map.has('none'), set.has(['none'])]).toEqual([undefined, false, false]);
    expect([...map].map(([key]) => key)).toEqual([...set]);
    expect(() => ednMap([...map, [some[3] as EdnValue, 0]])).toThrow(
      `key ${some.length} equals an earlier one`,
    );
    expect(() => ednSet([...set, some[2] as EdnValue])).toThrow(`item ${some.length} equals an earlier one`);
  }
});

test('values that have no text cannot be made', () => {
  for (const name of ['', ':a', 'a b', 'a,b', 'a/', 'a"', 'a@', 'a\\', 'a\n', '\ud800', '[']) {
    expect(() => keyword(name), name).toThrow(TypeError);
    expect(() => symbol(name), name).toThrow(TypeError);
  }
  for (const name of ['nil', 'true', 'false', '1', '-1a', '#a'])
    expect(() => symbol(name), name).toThrow(TypeError);
  for (const char of ['', 'ab', '😀', '\ud800']) expect(() => new EdnChar(char)).toThrow(TypeError);
  for (const text of ['', '1-1-1-1-1', 'f81d4fae7dec11d0a76500a0c91e6bf6'])
    expect(() => new EdnUuid(text)).toThrow(TypeError);
  for (const text of ['', '.5', '1M', 'x']) expect(() => new EdnDecimal(text)).toThrow(TypeError);
  expect(() => new EdnFloat(1.5)).toThrow(TypeError);
  expect(() => new EdnRatio(2n, 4n)).toThrow(TypeError);
  expect(() => ednRatio(1n, 0n)).toThrow(RangeError);
  expect(() => new EdnTagged(symbol('+'), 1)).toThrow(TypeError);
  expect(() => new EdnTagged(symbol('𝒳'), 1)).toThrow(TypeError);
});

test('a keyword stays one object while anybody holds it, however many others come and go', () => {
  const held = keyword('held/for-long');
  for (let index = 0; index < 10_000; index += 1) keyword(`passing-${index}`);
  expect(keyword('held/for-long')).toBe(held);
});
