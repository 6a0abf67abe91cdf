import { describe, expect, test } from 'vitest';
import { EdnDecimal } from './decimal.js';
import { EdnError } from './edn-error.js';
import { ednEquals } from './equality.js';
import { keyword, symbol } from './names.js';
import { EdnFloat, EdnRatio } from './numbers.js';
import { readEdn } from './read-edn.js';
import { EdnChar, EdnUuid } from './scalars.js';
import { EdnList, EdnTagged, type EdnValue, ednMap, ednSet } from './values.js';

function check(rows: Record<string, EdnValue>): void {
  for (const [text, expected] of Object.entries(rows)) {
    const value = readEdn(text);
    // Equality in EDN is generous (1 and 1N, a list and a vector): the JavaScript types are compared, too.
    expect(value, text).toEqual(expected);
    expect(ednEquals(value, expected), text).toBe(true);
  }
}

/** Rows: text, line:column, a part of the message. */
function checkErrors(rows: readonly (readonly [text: string, position: string, message: string])[]): void {
  for (const [text, position, message] of rows) {
    const error = errorOf(() => readEdn(text));
    expect(`${error.line}:${error.column} ${error.message}`, JSON.stringify(text)).toContain(message);
    expect(`${error.line}:${error.column}`, `${JSON.stringify(text)}: ${error.message}`).toBe(position);
  }
}

function errorOf(action: () => unknown): EdnError {
  try {
    action();
  } catch (error) {
    if (error instanceof EdnError) return error;
    throw error;
  }
  throw new Error('expected an EdnError');
}

test('nil, booleans and integers', () => {
  check({
    nil: null,
    true: true,
    false: false,
    0: 0,
    '-0': 0,
    '+7': 7,
    '-12': -12,
    999999999999999: 999999999999999,
    9007199254740991: 9007199254740991,
    '9007199254740993': 9007199254740993n,
    '-9223372036854775808': -9223372036854775808n,
    '100000000000000000000': 10n ** 20n,
    '10N': 10n,
    '-0N': 0n,
    '01': 1,
    '00': 0,
    '07N': 7n,
    '0x1F': 31,
    '-0Xff': -255,
    '0x1FN': 31n,
    '2r101': 5,
    '36rZz': 1295,
    '36r1N': 59,
    '8r17': 15,
  });
});

test('floats keep being floats, decimals their digits, ratios lowest terms', () => {
  check({
    '1.5': 1.5,
    '-1.25e-3': -0.00125,
    '1e400': Number.POSITIVE_INFINITY,
    '1e21': 1e21,
    '1.0': new EdnFloat(1),
    '1.': new EdnFloat(1),
    '1e5': new EdnFloat(100000),
    '08.5': 8.5,
    '-0.0': new EdnFloat(-0),
    '##NaN': Number.NaN,
    '##Inf': Number.POSITIVE_INFINITY,
    '## -Inf': Number.NEGATIVE_INFINITY,
    '1.50M': new EdnDecimal('1.50'),
    '1M': new EdnDecimal('1'),
    '08M': new EdnDecimal('8'),
    '1/2': new EdnRatio(1n, 2n),
    '-2/4': new EdnRatio(-1n, 2n),
    '+01/02': new EdnRatio(1n, 2n),
    '4/2': 2,
    '0/5': 0,
  });
  expect(Object.is((readEdn('-0.0') as EdnFloat).value, -0)).toBe(true);
  expect(readEdn('[1.0 1.5M]', { floats: 'number' })).toEqual([1, new EdnDecimal('1.5')]);
});

test('decimals are written as Java writes them', () => {
  const rows = {
    '1e3M': '1E+3',
    '1.50E-3M': '0.00150',
    '-0M': '0',
    '-0.0M': '0.0',
    '0.000001M': '0.000001',
    '0.0000001M': '1E-7',
    '1.23E-10M': '1.23E-10',
    '007.5M': '7.5',
    '12e1M': '1.2E+2',
    '0e3M': '0E+3',
    '12345678901234567890.123456789M': '12345678901234567890.123456789',
  };
  for (const [text, expected] of Object.entries(rows))
    expect((readEdn(text) as EdnDecimal).text, text).toBe(expected);
});

test('strings and characters', () => {
  check({
    '""': '',
    '"a\nb"': 'a\nb',
    '"\\b\\f\\n\\r\\t\\\\\\""': '\b\f\n\r\t\\"',
    '"\\101\\0 \\377\\1234"': 'A\0 \xffS4',
    '"\\u00e9\\ud83d\\ude00"': 'é😀',
    '"\\ud800"': '\ud800',
    '"ψ \u2028 😀"': 'ψ \u2028 😀',
    '\\a': new EdnChar('a'),
    '\\newline': new EdnChar('\n'),
    '\\return': new EdnChar('\r'),
    '\\space': new EdnChar(' '),
    '\\tab': new EdnChar('\t'),
    '\\formfeed': new EdnChar('\f'),
    '\\backspace': new EdnChar('\b'),
    '\\o101': new EdnChar('A'),
    '\\o': new EdnChar('o'),
    '\\u': new EdnChar('u'),
    '\\u03a9': new EdnChar('Ω'),
    '\\ ': new EdnChar(' '),
    '\\\n': new EdnChar('\n'),
    '[\\( \\) \\{ \\} \\; \\" \\, \\\\ \\@]': [...'(){};",\\@'].map((char) => new EdnChar(char)),
    '[\\a\\b[]"s"]': [new EdnChar('a'), new EdnChar('b'), [], 's'],
  });
});

test('keywords and symbols', () => {
  for (const name of "a a/b a.b/c a/b/c / a// 1 a:b a#b a'b a% + . é ψ/x a𝒳 #a <= tool/use? a/:b a\u00a0b".split(
    ' ',
  )) {
    expect(readEdn(`:${name}`), name).toBe(keyword(name));
  }
  for (const name of "a a/b / foo// a//b + - +a -.5 .1 .. 'a a'b a# %1 & *ns* nil/a true/false nilx +-1".split(
    ' ',
  )) {
    expect(readEdn(name), name).toBe(symbol(name));
  }
  expect(keyword('a.b/c')).toMatchObject({ namespace: 'a.b', name: 'c' });
  expect(keyword('/')).toMatchObject({ namespace: null, name: '/' });
  expect(readEdn('[:a:b]')).toEqual([keyword('a:b')]);
});

test('collections', () => {
  check({
    '[]': [],
    '()': new EdnList([]),
    '(1 [2 ()])': new EdnList([1, [2, new EdnList([])]]),
    '[1"a"2[3]#{}"b":b]': [1, 'a', 2, [3], ednSet([]), 'b', keyword('b')],
    '{}': ednMap([]),
    '{:a 1, "a" 2 a 3 \\a 4 nil 5 [1 {}] 6}': ednMap([
      [keyword('a'), 1],
      ['a', 2],
      [symbol('a'), 3],
      [new EdnChar('a'), 4],
      [null, 5],
      [[1, ednMap([])], 6],
    ]),
    '#{1 1.0 1M "1" :1}': ednSet([1, new EdnFloat(1), new EdnDecimal('1'), '1', keyword('1')]),
    '{1.0 1 1.0M 2 {} 3 #{} 4}': ednMap([
      [new EdnFloat(1), 1],
      [new EdnDecimal('1.0'), 2],
      [ednMap([]), 3],
      [ednSet([]), 4],
    ]),
  });
});

test('tags', () => {
  check({
    '#foo 1': new EdnTagged(symbol('foo'), 1),
    '#foo/bar[#é x]': new EdnTagged(symbol('foo/bar'), [new EdnTagged(symbol('é'), symbol('x'))]),
    '#foo #_ 1 2': new EdnTagged(symbol('foo'), 2),
    '#uuid "F81D4FAE-7dec-11d0-a765-00a0c91e6bf6"': new EdnUuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'),
  });
  expect(errorOf(() => readEdn('[#foo 1]', { tags: 'refuse' })).message).toBe(
    '"#foo" is not a known tag (line 1, column 2)',
  );
  expect(readEdn('#inst "2020"', { tags: 'refuse' })).toEqual(new Date('2020-01-01'));
});

test('instants, with everything after the year optional', () => {
  const rows = {
    2020: '2020-01-01T00:00:00.000Z',
    '2020-02': '2020-02-01T00:00:00.000Z',
    '2020-02-29': '2020-02-29T00:00:00.000Z',
    '2020-01-01T10': '2020-01-01T10:00:00.000Z',
    '2020-01-01T10:20': '2020-01-01T10:20:00.000Z',
    '2020-01-01T10:20:30.1': '2020-01-01T10:20:30.100Z',
    '2020-01-01T10:20:30.1239999999': '2020-01-01T10:20:30.123Z',
    '2020-01-01T10:20:30+01:30': '2020-01-01T08:50:30.000Z',
    '2020-01-01T10Z': '2020-01-01T10:00:00.000Z',
    '2020-01-01T23:59:60': '2020-01-02T00:00:00.000Z',
    '0099-01-01': '0099-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999-00:00': '9999-12-31T23:59:59.999Z',
  };
  for (const [text, expected] of Object.entries(rows)) {
    expect((readEdn(`#inst "${text}"`) as Date).toISOString(), text).toBe(expected);
  }
});

test('namespaced maps qualify their bare keys', () => {
  check({
    '#:a{:_/b 1 :c/d 2 e 3 "f" 4 _/g 5 :/ 6}': ednMap([
      [keyword('b'), 1],
      [keyword('c/d'), 2],
      [symbol('a/e'), 3],
      ['f', 4],
      [symbol('g'), 5],
      [keyword('a//'), 6],
    ]),
    '#: a.b , {:c 1}': ednMap([[keyword('a.b/c'), 1]]),
  });
  expect(readEdn('#:psi.graph{:a 1 :_/b #:x{:c 2}}', { maps: 'object' })).toEqual({
    'psi.graph/a': 1,
    b: { 'x/c': 2 },
  });
});

test('comments, commas, discards and metadata are no part of the value', () => {
  check({
    ' ,, ; one\n1 ; end': 1,
    ';c\r1': 1,
    '[1 #_2 3 #_ #_ 4 5]': [1, 3],
    '#_ #_ 1 2 3 #_4': 3,
    '{:a #_:b 1 #_:c}': ednMap([[keyword('a'), 1]]),
    '#_#foo {:a 1} ok': symbol('ok'),
    '^:a b': symbol('b'),
    '^{:a 1} ^String #^"x" [1]': [1],
    '^^:a b c': symbol('c'),
    '[1^:a b]': [1, symbol('b')],
    '\u2028\u3000\v\x1c1\u2003': 1,
  });
});

describe('with maps as objects', () => {
  const read = (text: string) => readEdn(text, { maps: 'object' });

  test('keyword keys become strings, at every depth', () => {
    expect(read('{:id "req-1" :params {:session-id nil :psi.graph/x [{}]} :kind :request}')).toEqual({
      id: 'req-1',
      params: { 'session-id': null, 'psi.graph/x': [{}] },
      kind: keyword('request'),
    });
  });

  test('one other key makes the whole map an EdnMap, and only that map', () => {
    const value = read('{:a {:b 1} "c" {2 {:d 3}}}');
    expect(value).toEqual(
      ednMap([
        [keyword('a'), { b: 1 }],
        ['c', ednMap([[2, { d: 3 }]])],
      ]),
    );
    expect(errorOf(() => read('{:a 1 :b 2\n"c" 3 :a 4}'))).toMatchObject({ line: 2, column: 7 });
  });

  test('names of Object.prototype are ordinary keys', () => {
    const value = read(
      '{:__proto__ {:polluted true} :constructor 1 :toString 2 :hasOwnProperty 3}',
    ) as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(value, 'polluted')).toBeUndefined();
    expect('valueOf' in (read('{}') as object)).toBe(false);
    expect(errorOf(() => read('{:__proto__ 1 :__proto__ 2}'))).toMatchObject({ line: 1, column: 15 });
  });
});

test('a text without its one form', () => {
  checkErrors([
    ['', '1:1', 'expected a form, found the end of the text'],
    [' \n ; nothing', '2:11', 'expected a form, found the end of the text'],
    ['#_ 1', '1:5', 'expected a form'],
    ['1 2', '1:3', 'expected nothing after the first form, found "2"'],
    ['{}\n{}', '2:1', 'expected nothing after the first form, found "{"'],
    ['a"b"', '1:2', 'expected nothing after the first form'],
    ['}', '1:1', 'expected a form, found "}"'],
  ]);
});

test('what is left open or closed wrongly says where it was opened', () => {
  checkErrors([
    ['[1 2', '1:5', 'expected "]" to close the "[" at line 1, column 1, found the end of the text'],
    ['[1 2)', '1:5', 'expected "]" to close the "[" at line 1, column 1, found ")"'],
    ['\n (a}', '2:4', 'expected ")" to close the "(" at line 2, column 2, found "}"'],
    ['{:a [1}', '1:7', 'expected "]" to close the "[" at line 1, column 5'],
    ['{:a 1]', '1:6', 'expected "}" to close the "{" at line 1, column 1'],
    ['{:a', '1:4', 'expected "}" to close the "{"'],
    ['#{1', '1:4', 'expected "}" to close the "#{" at line 1, column 1'],
    ['#:a{:b 1', '1:9', 'expected "}" to close the "#:a{" at line 1, column 1'],
    ['[#_]', '1:4', 'expected a form after the "#_" at line 1, column 2, found "]"'],
    ['(#foo)', '1:6', 'expected a form after the "#foo" at line 1, column 2, found ")"'],
    ['^:a', '1:4', 'expected a form after the "^" at line 1, column 1'],
    ['##', '1:3', 'expected a form after the "##" at line 1, column 1'],
    ['["ab\ncd', '1:2', 'expected a closing quote for this string, found the end of the text'],
    ['"a\\"', '1:1', 'expected a closing quote'],
  ]);
});

test('maps and sets that are not', () => {
  checkErrors([
    ['{:a}', '1:4', 'expected a value for the key ":a", found "}"'],
    ['{:a 1\n :b #_2}', '2:8', 'expected a value for the key ":b", found "}"'],
    ['{:a 1\n :a 2}', '2:2', 'expected each key once, found ":a" again'],
    ['{1 1 1N 2}', '1:6', 'expected each key once, found "1N" again'],
    ['{1.0M 1 1.00M 2}', '1:9', 'once'],
    ['{[1] 1 (1) 2}', '1:8', 'once'],
    ['{nil 1 nil 2}', '1:8', 'once'],
    ['{##NaN 1 ##NaN 2}', '1:10', 'once'],
    ['{0.0 1 -0.0 2}', '1:8', 'once'],
    ['#:a{:b 1 :a/b 2}', '1:10', 'once'],
    ['#{1 2 1}', '1:7', 'expected each element once, found "1" again'],
    ['#{1/2 2/4}', '1:7', 'once'],
    ['#{#{1 2} #{2 1}}', '1:10', 'once'],
    ['#{{:a 1 :b 2} {:b 2 :a 1}}', '1:15', 'once'],
    ['#{^:x a a}', '1:9', 'once'],
    ['#{#foo 1 #foo 1}', '1:10', 'once'],
    ['#{#inst "2020" #inst "2020-01"}', '1:16', 'once'],
  ]);
  const many = Array.from({ length: 50 }, (_, index) => `[${index}] {${index} #{${index}}}`).join(' ');
  checkErrors([[`#{${many} [7]}`, `1:${many.length + 4}`, 'once']]);
});

test('tokens that are nothing', () => {
  for (const token of [
    ': :: ::a :a: :a/ :/a :// :a::b :a:/b :1/2 :a/1 :a@b :a~b :a`b',
    'a/ /a a: a::b a/b: @a ~a `a a@b',
  ]) {
    for (const text of token.split(' '))
      checkErrors([[`[1 ${text} 2]`, '1:4', `${JSON.stringify(text)} is not a`]]);
  }
  for (const text of "08 0x 0xG 1a -1a 1_000 1.2.3 1.5N 1e 1e+ 1/-2 1/2N 1:a 1@a 1'a 0r0 0x1.5".split(' ')) {
    checkErrors([[`[ ${text}]`, '1:3', `${JSON.stringify(text)} is not a number`]]);
  }
  checkErrors([
    ['1/0', '1:1', 'divides by zero'],
    ['37r1', '1:1', 'a radix is from 2 to 36'],
    ['1r0', '1:1', 'a radix is from 2 to 36'],
    ['2r102', '1:1', '"2" is not a digit in radix 2'],
    ['16rFFN', '1:1', '"N" is not a digit in radix 16'],
    ['1e99999999999M', '1:1', 'exponent'],
    ['9'.repeat(1001), '1:1', 'at most 1000 characters'],
    ['\u06631', '1:1', 'is not a symbol'],
  ]);
});

test('characters and escapes that are none', () => {
  for (const text of [
    '\\ab',
    '\\linefeed',
    '\\o400',
    '\\o8',
    '\\o0101',
    '\\u03A',
    '\\u0041b',
    '\\ud800',
    '\\uzzzz',
    '\\a#',
    '\\😀',
  ]) {
    checkErrors([[`[${text} 1]`, '1:2', `${JSON.stringify(text)} is not a character`]]);
  }
  checkErrors([
    ['\\', '1:2', 'expected a character after the backslash, found the end of the text'],
    ['"ab\\x41"', '1:4', 'expected one of \\t \\r \\n'],
    ['"\\/"', '1:2', 'expected one of'],
    ['"\\', '1:1', 'expected a closing quote'],
    ['"\\u00e"', '1:2', 'expected 4 hexadecimal digits after \\u'],
    ['"\\u00eg"', '1:2', 'expected 4 hexadecimal digits after \\u'],
    ['"\\400"', '1:2', 'expected an octal escape from \\0 to \\377'],
    ['"\\8"', '1:2', 'expected an octal escape'],
    ['"\\18"', '1:2', 'expected an octal escape'],
    ['"\\1a"', '1:2', 'expected an octal escape'],
  ]);
});

test('dispatch, tags and metadata that are none', () => {
  for (const text of ['# 1', '#1 2', '#"re"', "#'a", '#(a)', '#=(a)', '#?(:a 1)', '#!x', '#<x>', '#']) {
    checkErrors([[text, '1:2', 'expected {, _, :, #, ^ or a tag after "#"']]);
  }
  checkErrors([
    ['##foo', '1:1', 'is not one of ##Inf'],
    ['#nil 1', '1:1', '"#nil" is not a tag'],
    ['#inst 1', '1:1', 'is not a string after its tag'],
    ['#inst "x"', '1:1', 'is no inst: it is not a date and time'],
    ['#inst "2021-02-29"', '1:1', 'its day is 29, not 1 to 28'],
    ['#inst "2020-13"', '1:1', 'its month is 13'],
    ['#inst "2020-01-01T24:00"', '1:1', 'its hour is 24'],
    ['#inst "2020-01-01T23:58:60"', '1:1', 'its second is 60'],
    ['#inst "2020-01-01T10:20:30-25:00"', '1:1', 'its offset hour is 25'],
    ['#inst "9999-12-31T23:59-01:00"', '1:1', 'outside the years'],
    ['#uuid "x"', '1:1', 'is no uuid: a UUID is 8-4-4-4-12'],
    ['^1 b', '1:1', 'is not metadata'],
    ['^[a] b', '1:1', 'is not metadata'],
    ['^:a 1', '1:1', 'gives metadata to what cannot have any'],
    ['^:a :b', '1:1', 'gives metadata'],
    ['#::a{:b 1}', '1:1', '"#::a" is not a namespace for a map'],
    ['#:a/b{:c 1}', '1:1', 'is not a namespace for a map'],
    ['#:a[1]', '1:4', 'expected a map after its namespace, found "["'],
    ['#:a #_x {:b 1}', '1:5', 'expected a map after its namespace'],
    ['#:a{:1 2}', '1:5', '":1" cannot be a name in the namespace a'],
    ['#_ 1/0 2', '1:4', 'divides by zero'],
  ]);
});

test('positions count UTF-16 code units, and only LF ends a line', () => {
  checkErrors([
    ['["😀é" @]', '1:8', '"@"'],
    ['\r\u2028\r\n [@]', '2:3', '"@"'],
  ]);
  expect(errorOf(() => readEdn('[\n\n  1/0]'))).toMatchObject({ line: 3, column: 3, offset: 5 });
});

describe('limits', () => {
  const nests = ['[', '(', '#{', '{:a ', '#a ', '#_ ', '^:a ', '{[', '##', '#:'];

  test('depth is limited for everything that nests', () => {
    for (const nest of nests) {
      const error = errorOf(() => readEdn(nest.repeat(100_000)));
      expect(error.message, nest).toMatch(/nested deeper than the limit of 512|not a namespace/);
    }
    expect(readEdn('['.repeat(512) + ']'.repeat(512))).toBeInstanceOf(Array);
    expect(errorOf(() => readEdn(`${'['.repeat(513)}1`))).toMatchObject({ line: 1, column: 513 });
    expect(readEdn('['.repeat(1000) + ']'.repeat(1000), { maxDepth: 1000 })).toBeInstanceOf(Array);
    expect(() => readEdn('[]', { maxDepth: 1001 })).toThrow(TypeError);
  });

  test('a long chain of siblings is not deep', () => {
    expect(readEdn(`[${'#_[1] ^:a [] '.repeat(10_000)}]`)).toHaveLength(10_000);
  });

  test('length is limited', () => {
    expect(errorOf(() => readEdn('[1 2]', { maxLength: 4 }))).toMatchObject({ offset: 4 });
    expect(readEdn('[1 2]', { maxLength: 5 })).toEqual([1, 2]);
  });

  test('big maps and sets of compound keys find their duplicates through a table', () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `[${index} {:x #{"${index}"}}]`);
    const map = readEdn(`{${keys.map((key) => `${key} 1`).join(' ')}}`);
    expect(map).toMatchObject({ size: 5_000 });
    const set = readEdn(`#{${keys.join(' ')}}`);
    expect(set).toMatchObject({ size: 5_000 });
    expect(errorOf(() => readEdn(`#{${keys.join(' ')} ${keys[0]}}`)).message).toContain('once');
  });

  test('sets around sets are hashed once per level', () => {
    const payload = Array.from({ length: 20_000 }, (_, index) => index).join(' ');
    expect(readEdn(`${'#{[0] '.repeat(200)}[${payload}]${'}'.repeat(200)}`)).toBeTruthy();
  });

  test('a string made of escapes only', () => {
    expect(readEdn(`["${'\\n'.repeat(300_000)}"]`)).toEqual(['\n'.repeat(300_000)]);
  });
});
