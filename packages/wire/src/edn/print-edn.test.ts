import { expect, test } from 'vitest';
import { EdnDecimal } from './decimal.js';
import { keyword, symbol } from './names.js';
import { EdnFloat, EdnRatio } from './numbers.js';
import { printEdn } from './print-edn.js';
import { EdnPrintError } from './print-error.js';
import { EdnChar, EdnUuid } from './scalars.js';
import { EdnList, EdnTagged, type EdnValue, ednMap, ednSet } from './values.js';

/** Rows: value, its full text, its text for Emacs (the same when left out; an error when a RegExp). */
function check(rows: readonly (readonly [value: EdnValue, full: string, emacs?: string | RegExp])[]): void {
  for (const [value, full, emacs = full] of rows) {
    expect(printEdn(value)).toBe(full);
    if (typeof emacs === 'string') expect(printEdn(value, { profile: 'emacs' }), full).toBe(emacs);
    else expect(() => printEdn(value, { profile: 'emacs' }), full).toThrow(emacs);
  }
}

function errorOf(action: () => unknown): EdnPrintError {
  try {
    action();
  } catch (error) {
    if (error instanceof EdnPrintError) return error;
    throw error;
  }
  throw new Error('expected an EdnPrintError');
}

test('nil, booleans and numbers', () => {
  check([
    [null, 'nil'],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    [-0, '0'],
    [-12, '-12'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [10n, '10N', '10'],
    [2n ** 53n, '9007199254740992'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
    [2n ** 63n, '9223372036854775808N', '9223372036854775808'],
    [1.5, '1.5'],
    [new EdnFloat(1), '1.0'],
    [new EdnFloat(-0), '-0.0'],
    [new EdnFloat(9999999), '9999999.0'],
    [new EdnFloat(1e7), '1.0E7'],
    [1e21, '1.0E21'],
    [0.001, '0.001'],
    [0.00015, '1.5E-4'],
    [-1.7976931348623157e308, '-1.7976931348623157E308'],
    [Number.NaN, '##NaN', 'nil'],
    [Number.POSITIVE_INFINITY, '##Inf', 'nil'],
    [Number.NEGATIVE_INFINITY, '##-Inf', 'nil'],
    [new EdnDecimal('1.50'), '1.50M', '1.50'],
    [new EdnRatio(-1n, 4n), '-1/4', '-0.25'],
    [new EdnRatio(10n ** 400n, 3n ** 800n), `${10n ** 400n}/${3n ** 800n}`, '2.0090753457532982E18'],
  ]);
});

test('strings are one line of visible characters', () => {
  check([
    ['', '""'],
    ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ['\b\f\n\r\t', '"\\b\\f\\n\\r\\t"'],
    ['\0\x1b\x7f\x85', '"\\u0000\\u001b\\u007f\\u0085"'],
    ['a\u2028b\u2029c', '"a\\u2028b\\u2029c"'],
    ['ψ é 😀 \u00a0', '"ψ é 😀 \u00a0"'],
    ['😀\n', '"😀\\n"'],
    ['\ud83d x', '"\\ud83d x"', '"\ufffd x"'],
  ]);
});

test('characters, names, instants, uuids, tags', () => {
  check([
    [new EdnChar('a'), '\\a', '"a"'],
    [new EdnChar('\n'), '\\newline', '"\\n"'],
    [new EdnChar('"'), '\\"', '"\\""'],
    [new EdnChar('\0'), '\\u0000', '"\\u0000"'],
    [new EdnChar('\u2028'), '\\u2028', '"\\u2028"'],
    [keyword('a.b/c?'), ':a.b/c?'],
    [keyword("a'b"), ":a'b", /Emacs cannot read the keyword :a'b/],
    [keyword('a#b'), ':a#b', /Emacs cannot read the keyword/],
    [keyword('a\u00a0b'), ':a\u00a0b', /Emacs cannot read the keyword/],
    [symbol('foo/bar'), 'foo/bar'],
    [symbol('?x'), '?x', /Emacs cannot read the symbol \?x/],
    [symbol('.'), '.', /Emacs cannot read the symbol/],
    [new Date(0), '#inst "1970-01-01T00:00:00.000-00:00"', '"1970-01-01T00:00:00.000Z"'],
    [
      new EdnUuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'),
      '#uuid "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"',
      '"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"',
    ],
    [new EdnTagged(symbol('foo/bar'), [1]), '#foo/bar [1]', /Emacs cannot read the tag #foo\/bar/],
  ]);
});

test('collections', () => {
  check([
    [[], '[]'],
    [[1, [2, '3'], null], '[1 [2 "3"] nil]'],
    [new EdnList([1, new EdnList([])]), '(1 ())', '[1 []]'],
    [ednSet([1, keyword('a')]), '#{1 :a}'],
    [
      ednMap([
        ['k', 1],
        [[1], ednMap([])],
      ]),
      '{"k" 1, [1] {}}',
      '{"k" 1 [1] {}}',
    ],
  ]);
});

test('a plain object is a map with keyword keys, without its undefined properties', () => {
  check([
    [{}, '{}'],
    [
      { id: 'req-1', data: undefined, 'session-id': 1, 'psi.ui/x': [{}] },
      '{:id "req-1", :session-id 1, :psi.ui/x [{}]}',
      '{:id "req-1" :session-id 1 :psi.ui/x [{}]}',
    ],
    [JSON.parse('{"__proto__": 1}'), '{:__proto__ 1}'],
    [Object.assign(Object.create(null), { a: 1 }), '{:a 1}'],
  ]);
});

test('what has no text says what it is and where', () => {
  const rows: readonly (readonly [unknown, string])[] = [
    [undefined, 'EDN has no text for a value of type undefined'],
    [{ data: { items: [1, () => 1] } }, 'EDN has no text for a value of type function (at .data.items[1])'],
    [[Symbol('x')], 'EDN has no text for a value of type symbol (at [0])'],
    [{ a: new Map() }, 'EDN has no text for an object of class Map (at .a)'],
    [{ 'two words': 1 }, '"two words" is not the name of an EDN keyword (at .two words)'],
    [{ '': 1 }, '"" is not the name of an EDN keyword (at .)'],
    [
      ednMap([[1, [new Date(Number.NaN)]]]),
      'an #inst is a valid date in the years 0000 to 9999 (at {entry 0}[0])',
    ],
    [new Date(253402300800000), 'an #inst is a valid date in the years 0000 to 9999'],
  ];
  for (const [value, message] of rows)
    expect(errorOf(() => printEdn(value as EdnValue)).message).toBe(message);
  expect(errorOf(() => printEdn({ a: [symbol('?x')] }, { profile: 'emacs' })).path).toBe('.a[0]');
});

test('depth is limited, which also stops cycles', () => {
  const cycle: EdnValue[] = [];
  cycle.push([cycle]);
  expect(errorOf(() => printEdn(cycle)).problem).toContain('the limit of 512; does it contain itself?');
  const nested = (depth: number): EdnValue => (depth === 0 ? [] : [nested(depth - 1)]);
  expect(printEdn(nested(511))).toHaveLength(1024);
  expect(printEdn(nested(999), { maxDepth: 1000 })).toHaveLength(2000);
  expect(() => printEdn(nested(512))).toThrow(EdnPrintError);
  expect(() => printEdn([], { maxDepth: 0 })).toThrow(TypeError);
  expect(
    printEdn(
      Array.from({ length: 1000 }, () => ({ a: [ednMap([]), new EdnTagged(symbol('t'), ednSet([]))] })),
    ),
  ).toContain('#t #{}');
});
