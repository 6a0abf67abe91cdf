import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { decode, encode } from './codec.js';
import { formatPath } from './problem.js';
import { wireObject } from './wire-object.js';

const Options = wireObject({ resultFormats: z.array(z.enum(['json', 'string'])).default(['json']) });
const Params = wireObject(
  {
    actionSource: z.string().min(1),
    project: z.string(),
    options: Options.prefault({}),
    token: z.union([z.string(), z.int()]).optional(),
    changes: z.array(wireObject({ line: z.int() })).optional(),
    byPath: z.record(z.string(), wireObject({ returnCode: z.int() })).optional(),
    value: z
      .union([wireObject({ results: z.array(z.string()) }), wireObject({ text: z.string() })])
      .optional(),
  },
  { project: { send: ['projectPath'] } },
);
const good = { actionSource: 'a.B', project: '/p' };

describe('decode', () => {
  test('fills in defaults, renames, keeps what it does not know', () => {
    expect(decode(Params, { action_source: 'a.B', projectPath: '/p', extra: [1], options: null })).toEqual({
      kind: 'valid',
      value: { actionSource: 'a.B', project: '/p', extra: [1], options: { resultFormats: ['json'] } },
    });
  });

  function check(sent: unknown, ...problems: readonly (readonly [path: string, message: string])[]): void {
    expect(decode(Params, sent)).toEqual({
      kind: 'invalid',
      problems: problems.map(([path, message]) => ({ path, message })),
    });
  }

  test('names the place of a problem, what was expected and what was found', () => {
    check({ project: '/p' }, ['actionSource', 'is missing (expected string)']);
    check({ ...good, project: 7 }, ['project', 'expected string, got 7']);
    check({ ...good, projectPath: 7, project: undefined }, ['project', 'expected string, got 7']);
    check({ ...good, options: { result_formats: ['json', 'xml'] } }, [
      'options.resultFormats[1]',
      'expected one of "json", "string", got "xml"',
    ]);
    check({ ...good, options: 'all' }, ['options', 'expected object, got "all"']);
    check({ ...good, options: [] }, ['options', 'expected object, got array']);
    check({ ...good, token: {} }, ['token', 'expected string or number, got object']);
    check({ ...good, token: 1.5 }, ['token', 'expected string or integer, got 1.5']);
    check({ ...good, changes: [{ line: 1 }, { line: '2' }] }, [
      'changes[1].line',
      'expected number, got "2"',
    ]);
    check({ ...good, byPath: { '/a b': { returnCode: true } } }, [
      'byPath["/a b"].returnCode',
      'expected number, got true',
    ]);
    check({ ...good, value: { results: ['a', 1] } }, ['value.results[1]', 'expected string, got 1']);
    check({ ...good, value: 1 }, ['value', 'expected object, got 1']);
    check(
      { project: null },
      ['actionSource', 'is missing (expected string)'],
      ['project', 'expected string, got null'],
    );
    check(
      { ...good, project: { a: 1 }, token: 'x'.repeat(50), changes: 'x'.repeat(50) },
      ['project', 'expected string, got object'],
      ['changes', 'expected array, got string'],
    );
    check(null, ['', 'expected object, got null']);
    check('text', ['', 'expected object, got "text"']);
  });

  test('a rule that zod words itself keeps its wording', () => {
    const decoded = decode(Params, { ...good, actionSource: '' });
    expect(decoded.kind === 'invalid' && decoded.problems).toEqual([
      { path: 'actionSource', message: expect.stringContaining('>=1 characters') },
    ]);
  });

  test('a strict object names each unknown key', () => {
    expect(
      decode(z.object({ in: z.strictObject({ a: z.string() }) }), { in: { a: 'x', b: 1, c: 2 } }),
    ).toEqual({
      kind: 'invalid',
      problems: [
        { path: 'in.b', message: 'unknown field' },
        { path: 'in.c', message: 'unknown field' },
      ],
    });
  });

  test('a wrong tag of a discriminated union is told at the tag', () => {
    const Tagged = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ]);
    const decoded = decode(Tagged, { kind: 'c' });
    expect(decoded.kind === 'invalid' && decoded.problems[0]?.path).toBe('kind');
  });

  test('wherever one field is broken, its path is named', () => {
    const field = fc.constantFrom('name', 'some-key', 'with space', '0', 'ä', '');
    fc.assert(
      fc.property(fc.array(fc.oneof(field, fc.nat(3)), { maxLength: 6 }), (path) => {
        let schema: z.ZodType = z.string();
        let value: unknown = 1;
        for (const step of [...path].reverse()) {
          schema = typeof step === 'number' ? z.array(schema) : z.looseObject({ [step]: schema });
          // Only the last element is broken: those before it would be reported as well.
          if (typeof step === 'number') value = [value];
          else value = { [step]: value };
        }
        const decoded = decode(schema, value);
        const expected = formatPath(path.map((step) => (typeof step === 'number' ? 0 : step)));
        expect(decoded.kind === 'invalid' && decoded.problems.map((problem) => problem.path)).toEqual([
          expected,
        ]);
      }),
    );
  });

  test('never throws, whatever was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => ['valid', 'invalid'].includes(decode(Params, value).kind)),
    );
  });
});

test('encode adds the names that real peers read', () => {
  expect(encode(Params, good)).toEqual({ ...good, projectPath: '/p' });
});
