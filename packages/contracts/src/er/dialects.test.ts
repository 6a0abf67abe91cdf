import { describe, expect, test } from 'vitest';
import { decode } from '../core/codec.js';
import { erContract } from './contract.js';
import { dialectForManager, dialectForRunner, erDialectSpecs, erDialects } from './dialects.js';
import { ActionMetaAnswer } from './runner.js';
import {
  readActionMeta,
  readFormats,
  readProgressValue,
  readProjectResult,
  readRawConfig,
} from './shapes.js';

const meta = { canonical_source: 'x.a.A', runs_concurrently: false };
const flat = { 'x.A': meta };
const nested = { actions: flat, handlerLocations: { 'x.H': 'h.py:3', 'x.Gone': null } };

test('a runner chooses by what the Workspace Manager says of itself', () => {
  const check = (params: Parameters<typeof dialectForManager>[0], expected: string) =>
    expect(dialectForManager(params).name).toBe(expected);
  check({}, 'contract');
  check({ clientInfo: { name: 'Somebody' } }, 'contract');
  check({ clientInfo: { name: 'FineCode_WorkspaceManager' } }, 'finecode');
  check(
    { clientInfo: { name: 'Tandem' }, initializationOptions: { tandem: { oneSpelling: true } } },
    'tandem',
  );
  check({ initializationOptions: { tandem: { oneSpelling: false } } }, 'contract');
});

test('a Workspace Manager chooses by what the runner answers', () => {
  const agreed = { capabilities: { experimental: { tandem: { oneSpelling: true } } } };
  const plain = { capabilities: { textDocumentSync: 1 } };
  expect(dialectForRunner(agreed).name).toBe('tandem');
  expect(dialectForRunner(plain).name).toBe('contract');
  expect(dialectForRunner(plain, flat).name).toBe('contract');
  expect(dialectForRunner(plain, { actions: meta }).name).toBe('contract');
  expect(dialectForRunner(plain, nested).name).toBe('finecode');
});

describe.each(Object.values(erDialects))('what is written in dialect $name can be read', (dialect) => {
  test('action meta', () => {
    const table = { actions: flat, handlerLocations: {} };
    const written = dialect.actionMeta(table);
    expect(decode(ActionMetaAnswer, written)).toEqual({ kind: 'valid', value: written });
    expect(readActionMeta(written)).toEqual(table);
  });

  test('formats of a result', () => {
    const formats = { json: { messages: ['ä'] }, string: 'text' };
    const answer = { status: 'success', returnCode: 0, ...dialect.formats(formats) } as const;
    expect(decode(erContract.methods['actions/run'].result, answer)).toEqual({
      kind: 'valid',
      value: answer,
    });
    expect(readFormats(answer)).toEqual(formats);
  });

  test('partial results', () => {
    expect(readProgressValue(dialect.partialValue({ json: { messages: ['x'] } }))).toEqual({
      kind: 'partial',
      formats: { json: { messages: ['x'] } },
    });
  });

  test('configuration', () => {
    const config = { tool: { finecode: {} } };
    expect(readRawConfig(dialect.rawConfig(config))).toEqual(config);
  });

  test('results by project', () => {
    expect(readProjectResult(dialect.projectResult('lint', { messages: {} }))).toEqual({ messages: {} });
  });
});

test('shapes on the wire, by dialect', () => {
  const formats = { json: 1 };
  expect(erDialects.contract.formats(formats)).toEqual({
    result_by_format: '{"json":1}',
    resultByFormat: formats,
  });
  expect(erDialects.finecode.formats(formats)).toEqual({ resultByFormat: formats });
  expect(erDialects.contract.actionMeta({ actions: flat, handlerLocations: {} })).toEqual(flat);
  expect(erDialects.finecode.projectResult('lint', 1)).toEqual({ lint: { result: 1, status: 'success' } });
  expect(erDialects.tandem.projectResult('lint', 1)).toBe(1);
  expect(erDialects.contract.rawConfig({})).toEqual({ config: '{}' });
});

describe('readers', () => {
  test('places of handlers, of two ages', () => {
    expect(readActionMeta(nested).handlerLocations).toEqual({ 'x.H': 'h.py:3' });
    expect(
      readActionMeta({ actions: flat, handlers: { 'x.H': { fileLoc: 'h.py:3' } } }).handlerLocations,
    ).toEqual({
      'x.H': 'h.py:3',
    });
  });

  test('formats under either name, as text or object', () => {
    expect(readFormats({ resultByFormat: '{"string":"a"}' })).toEqual({ string: 'a' });
    expect(readFormats({ result_by_format: { string: 'a' } })).toEqual({ string: 'a' });
    expect(readFormats({})).toEqual({});
    expect(() => readFormats({ result_by_format: '[' })).toThrow(SyntaxError);
    expect(() => readFormats({ result_by_format: '[]' })).toThrow(
      'result_by_format: expected the JSON text of an object',
    );
    expect(() => readFormats({ result_by_format: '{"string":1}' })).toThrow('string expected string, got 1');
  });

  test('progress, envelopes and bare results are told apart', () => {
    const check = (value: unknown, expected: unknown) => expect(readProgressValue(value)).toEqual(expected);
    check('{"type":"end","message":null}', { kind: 'progress', progress: { type: 'end' } });
    check('{"type":"report","percentage":33}', {
      kind: 'progress',
      progress: { type: 'report', percentage: 33 },
    });
    check('{"json":{},"string":"x"}', { kind: 'partial', formats: { json: {}, string: 'x' } });
    check({ json: {} }, { kind: 'partial', formats: { json: {} } });
    check('{"messages":{}}', { kind: 'partial', formats: { json: { messages: {} } } });
    check('{"json":1,"messages":{}}', { kind: 'partial', formats: { json: { json: 1, messages: {} } } });
    check('{}', { kind: 'partial', formats: { json: {} } });
    expect(() => readProgressValue('nonsense')).toThrow(SyntaxError);
  });

  test('results of a project, bare or by action', () => {
    expect(readProjectResult({ lint: { result: { a: 1 }, status: 'success' } })).toEqual({ a: 1 });
    expect(readProjectResult({ messages: {} })).toEqual({ messages: {} });
    expect(readProjectResult({})).toEqual({});
    expect(readProjectResult(null)).toBeNull();
  });
});

test('every difference names a method of the contract', () => {
  for (const { differences } of erDialectSpecs) {
    for (const { method } of differences) {
      expect(method === 'every method' || method in erContract.methods, method).toBe(true);
    }
  }
});
