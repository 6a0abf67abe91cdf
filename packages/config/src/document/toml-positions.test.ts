import fc from 'fast-check';
import { parse, stringify } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { arbitraryToml } from './arbitrary-toml.fixture.js';
import type { KeyPath } from './origin.js';
import { pathKey, positionAt } from './text-positions.js';
import { scanTomlPositions } from './toml-positions.js';

describe('the place of a key', () => {
  const check = (text: string, expected: Readonly<Record<string, string>>) => {
    const offsets = scanTomlPositions(text);
    const found = offsets.paths().map((key) => {
      const path = key.split('\u0000');
      const { line, column } = positionAt(text, offsets.offsetOf(path) ?? -1);
      return [path.join('/'), `${line}:${column}`];
    });
    expect(Object.fromEntries(found)).toEqual(expected);
  };

  test('is where its name begins', () => {
    check('a = 1\n  b = 2\n', { a: '1:1', b: '2:3' });
  });
  test('is known for every part of a dotted key', () => {
    check('a . b."c d" = 1', { a: '1:1', 'a/b': '1:5', 'a/b/c d': '1:7' });
  });
  test('is in the header for a table, and the first header counts', () => {
    check('[a.b]\nx = 1\n[a.c]\n', { a: '1:2', 'a/b': '1:4', 'a/b/x': '2:1', 'a/c': '3:4' });
  });
  test('is the header for an element of an array of tables', () => {
    check('[[a]]\nx = 1\n\n[[a]]\n[a.y]\nz = 2\n[[a.w]]\n', {
      a: '1:3',
      'a/0': '1:1',
      'a/0/x': '2:1',
      'a/1': '4:1',
      'a/1/y': '5:4',
      'a/1/y/z': '6:1',
      'a/1/w': '7:5',
      'a/1/w/0': '7:1',
    });
  });
  test('is found inside lists and inline tables, over several lines', () => {
    check('a = [ # one\n  1,\n  { b = [2], c.d = "]" }, # two\n]\ne = {}', {
      a: '1:1',
      'a/0': '2:3',
      'a/1': '3:3',
      'a/1/b': '3:5',
      'a/1/b/0': '3:10',
      'a/1/c': '3:14',
      'a/1/c/d': '3:16',
      e: '5:1',
    });
  });
  test('is not confused by what strings hold', () => {
    check(`a = """\nx = 1\n\\"""[y]"""""\nb = '''\n'z' = "''''\nc = "\\\\"\nd = '\\'\n"k=#\\u0041" = 1`, {
      a: '1:1',
      b: '4:1',
      c: '6:1',
      d: '7:1',
      'k=#A': '8:1',
    });
  });
  test('is right after Windows line ends and dates with a space', () => {
    check('a = 1979-05-27 07:32:00 # when\r\nb = 1\r\n', { a: '1:1', b: '2:1' });
  });
});

test('of any document, exactly the paths that the parser sees are placed, each at its own name', () => {
  fc.assert(
    fc.property(arbitraryToml(), (text) => {
      const offsets = scanTomlPositions(text);
      const paths = [...pathsOf(parse(text), [])];
      expect([...offsets.paths()].sort()).toEqual(paths.map(pathKey).sort());
      for (const path of paths) {
        const name = path.at(-1);
        const at = offsets.offsetOf(path) ?? -1;
        if (typeof name === 'string' && /^\w+$/.test(name))
          expect(text.slice(at).replace(/^["']/, '')).toMatch(new RegExp(`^${name}`));
      }
    }),
    { numRuns: 500 },
  );
});

test('of any document that the library prints, too', () => {
  const value = fc.letrec((tie) => ({
    table: fc.dictionary(fc.string({ unit: 'grapheme' }), tie('node'), { maxKeys: 5 }),
    node: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(tie('node'), { maxLength: 4 }),
      tie('table'),
    ),
  })).table;
  fc.assert(
    fc.property(value, (table) => {
      const text = stringify(table);
      expect([...scanTomlPositions(text).paths()].sort()).toEqual(
        [...pathsOf(parse(text), [])].map(pathKey).sort(),
      );
    }),
  );
});

test('a document that is one long line takes no longer than many short ones', () => {
  const text = `a = [${'{ b = "x" }, '.repeat(200_000)}]`;
  expect(scanTomlPositions(text).paths()).toHaveLength(400_001);
});

function* pathsOf(value: unknown, path: KeyPath): Generator<KeyPath> {
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) {
    yield [...path, key];
    yield* pathsOf(item, [...path, key]);
  }
}
