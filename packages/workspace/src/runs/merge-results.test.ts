import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinParts, type LabelledResult, mergeProjectResults, mergeVariantResults } from './merge-results.js';

test('one project: its result as it is, styles too', () => {
  const result = { json: { a: 1 }, string: 'text', styledText: { parts: ['text'] } };
  expect(mergeProjectResults([{ label: 'a', result }])).toBe(result);
});

function check(parts: readonly LabelledResult[], expected: object): void {
  expect(mergeProjectResults(parts)).toEqual(expected);
}

test('several projects: data together, text apart, failures in words', () => {
  check([], {});
  check(
    [
      { label: 'a', result: { json: { files: { x: [1] }, list: [1] }, string: 'fine' } },
      { label: 'b', result: { json: { files: { y: [2] }, list: [2] }, string: '' } },
      { label: 'c', result: { error: 'broken' } },
    ],
    {
      json: { files: { x: [1], y: [2] }, list: [1, 2] },
      string: '=== a ===\nfine\n=== c ===\nbroken',
    },
  );
  check([{ label: 'a', result: { error: 'broken' } }], { string: '=== a ===\nbroken' });
  check(
    [
      { label: 'a', result: { string: '' } },
      { label: 'b', result: { string: '' } },
    ],
    { string: '' },
  );
});

test('nothing that a project says about its own files is lost, however many projects there are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.array(fc.integer())), { minLength: 1 }),
      (projects) => {
        const parts = projects.map((own, n) => ({
          label: `p${n}`,
          result: {
            json: Object.fromEntries(Object.entries(own).map(([key, value]) => [`${n}/${key}`, value])),
          },
        }));
        const { json } = mergeProjectResults(parts);
        expect(json).toEqual(Object.fromEntries(parts.flatMap(({ result }) => Object.entries(result.json))));
      },
    ),
  );
});

test('columns of a matrix stay apart', () => {
  const parts: readonly LabelledResult[] = [
    { label: 'cpython@3.11', result: { json: { a: 1 }, string: 'one' } },
    { label: 'cpython@3.12', result: { error: 'not installed' } },
  ];
  expect(mergeVariantResults(parts)).toEqual({
    json: { 'cpython@3.11': { a: 1 }, 'cpython@3.12': { error: 'not installed' } },
    string: '=== cpython@3.11 ===\none\n=== cpython@3.12 ===\nnot installed',
  });
});

test('parts make the whole', () => {
  expect(joinParts([])).toEqual({});
  expect(
    joinParts([{ json: { l: [1] }, string: 'x' }, { string: '' }, { json: { l: [2] }, string: 'y' }]),
  ).toEqual({
    json: { l: [1, 2] },
    string: 'x\ny',
  });
});
