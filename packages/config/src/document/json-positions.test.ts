import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanJsonPositions } from './json-positions.js';
import { pathKey, positionAt } from './text-positions.js';

test('keys and items are placed where they begin', () => {
  const text = '{\n  "a": { "b\\u0041": [1, {"c": null}] },\n  "d": "x"\n}';
  const scan = scanJsonPositions(text);
  const placeOf = (...path: (string | number)[]) => {
    const { line, column } = positionAt(
      text,
      (scan.kind === 'valid' ? scan.offsets.offsetOf(path) : undefined) ?? -1,
    );
    return `${line}:${column}`;
  };
  expect([
    placeOf('a'),
    placeOf('a', 'bA'),
    placeOf('a', 'bA', 1),
    placeOf('a', 'bA', 1, 'c'),
    placeOf('d'),
  ]).toEqual(['2:3', '2:10', '2:25', '2:26', '3:3']);
});

test('where a key stands twice, the one that counts is placed', () => {
  const scan = scanJsonPositions('{"a": 1, "a": 2}');
  expect(scan.kind === 'valid' && scan.offsets.offsetOf(['a'])).toBe(9);
});

test('any JSON is accepted, and exactly its paths are placed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const scan = scanJsonPositions(JSON.stringify(value, null, indent));
      expect(scan.kind).toBe('valid');
      const expected = [...pathsOf(JSON.parse(JSON.stringify(value)), [])].sort();
      expect(scan.kind === 'valid' && [...scan.offsets.paths()].sort()).toEqual(expected);
    }),
  );
});

test('a text is refused exactly when JSON.parse refuses it', () => {
  const fragment = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '01',
    '1.',
    'true',
    'nul',
    ' ',
    '\n',
    '\\',
    '"\\x"',
    '"\n"',
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
      const text = fragments.join('');
      expect(scanJsonPositions(text).kind).toBe(isJson(text) ? 'valid' : 'invalid');
    }),
    { numRuns: 2_000 },
  );
});

const check = (text: string, offset: number, message: string) =>
  expect(scanJsonPositions(text)).toEqual({ kind: 'invalid', offset, message });

test('the first place that is not JSON is named', () => {
  check('', 0, 'expected a value, but the file ends');
  check('{"a": 1,}', 8, 'expected a key in double quotes, but found "}"');
  check("{'a': 1}", 1, `expected a key in double quotes, but found "'"`);
  check('{"a" 1}', 5, 'expected ":" after the key, but found "1"');
  check('{"a": 1 "b": 2}', 8, 'expected "," or "}", but found "\\""');
  check('[1, 2', 5, 'expected "," or "]", but the file ends');
  check('{} x', 3, 'expected the end of the file, but found "x"');
  check('{"a": "x\ny"}', 6, 'expected a string, but found "\\""');
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function* pathsOf(value: unknown, path: readonly (string | number)[]): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) {
    yield pathKey([...path, key]);
    yield* pathsOf(item, [...path, key]);
  }
}
