import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StreamedValue, streamedValue, workspaceEdit } from './from-wire.js';

describe('a $/progress', () => {
  function check(value: unknown, expected: StreamedValue, on: 'partial' | 'progress' = 'partial') {
    expect(streamedValue(value, on)).toEqual(expected);
    if (typeof value !== 'string') expect(streamedValue(JSON.stringify(value), on)).toEqual(expected);
  }

  test('with a bare result', () => check({ n: 1 }, { kind: 'partial', result: { json: { n: 1 } } }));
  test('with an empty result', () => check({}, { kind: 'partial', result: { json: {} } }));
  test('with a result by format', () =>
    check({ json: { n: 1 }, string: 'one' }, { kind: 'partial', result: { json: { n: 1 }, string: 'one' } }));
  test('with styled text only', () =>
    check(
      { styled_text_json: { parts: ['a', { text: 'b' }] } },
      { kind: 'partial', result: { string: 'ab', styledText: { parts: ['a', { text: 'b' }] } } },
    ));
  test('with a report, on either token', () => {
    const report = { type: 'report', message: 'half', percentage: 50 };
    const expected = {
      kind: 'progress',
      event: { kind: 'report', message: 'half', percentage: 50 },
    } as const;
    check(report, expected, 'progress');
    check(report, expected, 'partial');
  });
  test('with a result that has a type of its own', () =>
    check({ type: 'end', found: 3 }, { kind: 'partial', result: { json: { type: 'end', found: 3 } } }));
  test('with a result where a report was awaited', () =>
    check({ n: 1 }, { kind: 'invalid', problem: 'its value is no progress report' }, 'progress'));
  test('with no object', () => {
    for (const value of ['nonsense', '[1]', '7', 'null', '', 7, null, undefined, [1]])
      expect(streamedValue(value, 'partial')).toEqual({
        kind: 'invalid',
        problem: 'its value is no JSON object',
      });
  });

  test('with anything at all does no harm, and no result is lost', () => {
    const anyValue = fc.oneof(fc.jsonValue(), fc.string(), fc.json(), fc.constant(undefined));
    fc.assert(
      fc.property(anyValue, fc.constantFrom('partial', 'progress'), (value, on) => {
        expect(['partial', 'progress', 'invalid']).toContain(streamedValue(value, on).kind);
      }),
    );
    const result = fc.dictionary(
      fc.string().filter((key) => !['json', 'string', 'styled_text_json', 'type'].includes(key)),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(result, (json) => {
        expect(streamedValue(JSON.stringify(json), 'partial')).toEqual({
          kind: 'partial',
          result: { json: JSON.parse(JSON.stringify(json)) },
        });
      }),
    );
  });
});

describe('a workspace edit', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const edits = [{ range, newText: 'x' }];

  test('by document, with its version', () =>
    expect(
      workspaceEdit({ documentChanges: [{ textDocument: { uri: 'file:///a', version: 3 }, edits }] }, 'Fix'),
    ).toEqual({ label: 'Fix', changes: [{ kind: 'edit', uri: 'file:///a', version: 3, edits }] }));
  test('by URI', () =>
    expect(workspaceEdit({ changes: { 'file:///a': edits } }, undefined)).toEqual({
      changes: [{ kind: 'edit', uri: 'file:///a', edits }],
    }));
  test('with files that come, go and move', () =>
    expect(
      workspaceEdit(
        {
          documentChanges: [
            { kind: 'create', uri: 'file:///a' },
            { kind: 'delete', uri: 'file:///b' },
            { kind: 'rename', oldUri: 'file:///c', newUri: 'file:///d' },
          ],
        },
        undefined,
      ).changes,
    ).toEqual([
      { kind: 'create', uri: 'file:///a' },
      { kind: 'delete', uri: 'file:///b' },
      { kind: 'rename', uri: 'file:///c', newUri: 'file:///d' },
    ]));
  test('with a change that nobody knows is refused', () =>
    expect(() =>
      workspaceEdit({ documentChanges: [{ kind: 'rename', uri: 'file:///a' }] }, undefined),
    ).toThrow('unknown change: {"kind":"rename"'));
});
