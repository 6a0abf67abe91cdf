import type { JsonObject, PayloadSchema } from '@tandem/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRunArguments, type RunWord } from './parse-run-arguments.js';
import { readPayloadValue } from './payload-value.js';
import { namedActions, payloadFor, refuseUnknownFields, settleWords } from './resolve-payload.js';

const toUri = (path: string) => `file:///work/${path}`;

describe('readPayloadValue', () => {
  const check = (schema: JsonObject, text: string | undefined, expected: unknown) =>
    expect(readPayloadValue(text, schema, { toUri })).toEqual({ kind: 'value', value: expected });
  const checkInvalid = (schema: JsonObject, text: string | undefined, expected: string) =>
    expect(readPayloadValue(text, schema, { toUri })).toEqual({ kind: 'invalid', expected });
  const ofStrings = { type: 'array', items: { type: 'string' } };

  it('reads by type', () => {
    check({ type: 'boolean' }, undefined, true);
    check({ type: 'boolean' }, 'false', false);
    check({ type: 'integer' }, '-3', -3);
    check({ type: 'number' }, '2.5e1', 25);
    check({ type: 'string' }, '12', '12');
    check({ type: 'string' }, '', '');
    check({ type: ['null', 'integer'] }, '3', 3);
    check(ofStrings, 'a,b', ['a', 'b']);
    check(ofStrings, '', []);
    check(ofStrings, '["a,b"]', ['a,b']);
    check({ type: 'array', items: { type: 'integer' } }, '1,2', [1, 2]);
    check({ type: 'object' }, '{"a":1}', { a: 1 });
    check({}, '{"a":1}', { a: 1 });
    check({}, 'plain', 'plain');
  });

  it('makes URIs of paths where the schema wants URIs', () => {
    const uri = { type: 'string', format: 'uri' };
    check(uri, 'a.ts', 'file:///work/a.ts');
    check(uri, 'file:///x', 'file:///x');
    check({ type: 'array', items: uri }, 'a,b', ['file:///work/a', 'file:///work/b']);
  });

  it('says what it wanted', () => {
    checkInvalid({ type: 'boolean' }, 'yes', 'true or false');
    checkInvalid({ type: 'integer' }, '1.5', 'a whole number');
    checkInvalid({ type: 'integer' }, '9007199254740993', 'a whole number');
    checkInvalid({ type: 'integer' }, '', 'a whole number');
    checkInvalid({ type: 'number' }, '0x10', 'a number');
    checkInvalid({ type: 'string' }, undefined, 'a value');
    checkInvalid({ type: 'object' }, '[1]', 'a JSON object');
    checkInvalid({ type: 'array', items: {} }, '[1', 'a list: a,b or a JSON array');
    checkInvalid(
      { type: 'array', items: { type: 'integer' } },
      '1,x',
      'a list of which each member is a whole number',
    );
    checkInvalid(
      { type: 'string', enum: ['project', 'files'] },
      'file',
      'one of project, files; did you mean files?',
    );
  });

  it('never throws, and reads back every whole number', () => {
    const types = fc.constantFrom('boolean', 'integer', 'number', 'string', 'array', 'object', undefined);
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), types, (text, type) => {
        const schema = type === undefined ? {} : { type };
        expect(['value', 'invalid']).toContain(readPayloadValue(text, schema, { toUri }).kind);
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        check({ type: 'integer' }, String(number), number);
      }),
    );
  });
});

const schemaOf = (properties: PayloadSchema['properties']): PayloadSchema => ({ properties, required: [] });
const schemas = new Map<string, PayloadSchema | null>([
  [
    'lint',
    schemaOf({ target: { type: 'string' }, file_paths: { type: 'array', items: { type: 'string' } } }),
  ],
  ['format', schemaOf({ save: { type: 'boolean' }, count: { type: 'integer' } })],
]);

const wordsOf = (line: string): readonly RunWord[] => {
  const parsed = parseRunArguments(line.split(' '));
  return parsed.kind === 'run' ? parsed.arguments.words : [];
};

describe('words after options', () => {
  const check = (line: string, actions: readonly string[], payload: JsonObject) => {
    const words = settleWords(wordsOf(line), schemas);
    expect(namedActions(words, () => true)).toEqual(actions);
    const fields = [...schemas.values()].map((schema) => payloadFor(schema, words, { toUri }));
    expect(Object.assign({}, ...fields)).toEqual(payload);
  };

  it('are values, unless the field is a switch', () => {
    check('--target files lint', ['lint'], { target: 'files' });
    check('--target lint format', ['format'], { target: 'lint' });
    check('--save format', ['format'], { save: true });
    check('--save false format', ['format'], { save: false });
    check('--save lint format', ['lint', 'format'], { save: true });
    check('--count -1 format', ['format'], { count: -1 });
  });

  it('go to the actions that have the field, dashes or not, lists joined', () => {
    check('lint --file-paths=a --file_paths=b,c', ['lint'], { file_paths: ['a', 'b', 'c'] });
    check('lint --payload.other=1', ['lint'], { other: 1 });
  });
});

describe('refusals', () => {
  const check = (line: string, message: string, known = schemas) =>
    expect(() => refuseUnknownFields(settleWords(wordsOf(line), known), known)).toThrow(message);

  it('suggest options and fields', () => {
    check(
      'lint --jsn',
      'unknown option --jsn: neither tandem run nor lint or format has it; did you mean --json?',
    );
    check('lint --targt=x', 'did you mean --target?');
    check('lint --watch', 'unknown option --watch');
    check('lint --__proto__=1', 'unknown option --__proto__');
  });

  it('show the way when the fields are unknown', () => {
    check('lint --a=1', 'write --payload.a=VALUE to pass it on unchecked', new Map([['lint', null]]));
  });

  it('name the bad value', () => {
    const words = wordsOf('format --count=many');
    expect(() => payloadFor(schemas.get('format') ?? null, words, { toUri })).toThrow(
      '--count=many: expected a whole number',
    );
  });

  it('do not choose among values', () => {
    const readTwo = (line: string) => payloadFor(schemas.get('format') ?? null, wordsOf(line), { toUri });
    expect(() => readTwo('format --count=1 --count=2')).toThrow(
      '--count takes one value, but was given more',
    );
    expect(() => readTwo('format --save --payload.save=false')).toThrow('--save takes one value');
    expect(readTwo('format --payload.other=1 --payload.other=2')).toEqual({ other: 2 });
  });

  it('do not touch prototypes', () => {
    const payload = payloadFor(null, wordsOf('lint --payload.__proto__={"a":1}'), { toUri });
    expect(Object.keys(payload)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
  });
});
