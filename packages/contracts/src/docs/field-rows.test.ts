import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { spelled } from '../core/spelling.js';
import { fieldRows } from './field-rows.js';
import { toJsonSchema } from './json-schema.js';

function check(schema: z.ZodType, expected: readonly string[]) {
  const rows = fieldRows(toJsonSchema(schema)).map((row) => `${row.name} ${row.type} ${row.required}`);
  expect(rows).toEqual(expected);
}

describe('fields of a schema', () => {
  it('says what is required and what has a default', () => {
    check(z.looseObject({ a: z.string(), b: z.string().optional(), c: z.boolean().default(true) }), [
      'a string yes',
      'b string no',
      'c boolean default `true`',
    ]);
  });

  it('goes into objects, arrays, maps and what may be null', () => {
    const item = z.object({ x: z.int() });
    check(
      z.object({ one: item, some: z.array(item), by: z.record(z.string(), item), maybe: item.nullable() }),
      [
        'one object yes',
        'one.x integer yes',
        'some object[] yes',
        'some[].x integer yes',
        'by map of object yes',
        'by.*.x integer yes',
        'maybe object | null yes',
        'maybe.x integer yes',
      ],
    );
  });

  it('shows the elements of an array that stands alone', () => {
    check(z.array(z.object({ x: z.int() })), ['[].x integer yes']);
  });

  it('does not guess between objects', () => {
    check(z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]), []);
  });

  it('shows a type that contains itself once', () => {
    const node = z.object({
      name: z.string(),
      get nodes() {
        return z.array(node);
      },
    });
    check(node, ['name string yes', 'nodes object[] yes']);
    check(z.object({ root: node }), ['root object yes', 'root.name string yes', 'root.nodes object[] yes']);
  });

  it('carries descriptions and other names', () => {
    const schema = spelled(z.object({ filePath: z.string().describe('Absolute.'), b: z.string() }), {
      filePath: { accept: ['path'], send: ['file_path'] },
    });
    expect(fieldRows(toJsonSchema(schema))).toEqual([
      {
        name: 'filePath',
        type: 'string',
        required: 'yes',
        description: 'Absolute.',
        otherNames: { accepted: ['path', 'file_path'], sent: ['file_path'] },
      },
      { name: 'b', type: 'string', required: 'yes', description: '', otherNames: undefined },
    ]);
  });
});
