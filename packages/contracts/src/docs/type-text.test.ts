import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AnyKeyword, keywordOf } from '../edn/values.js';
import { toJsonSchema } from './json-schema.js';
import { resolve, typeText } from './type-text.js';

describe('type in a few words', () => {
  it.each<[string, z.ZodType]>([
    ['string', z.string()],
    ['integer', z.int()],
    ['number', z.number().min(0)],
    ['boolean', z.boolean()],
    ['any', z.unknown()],
    ['null', z.null()],
    ['string | null', z.string().nullable()],
    ['"a" | "b"', z.enum(['a', 'b'])],
    ['0 | 1', z.literal([0, 1])],
    ['true', z.literal(true)],
    ['string[]', z.array(z.string())],
    ['("a" | "b")[]', z.array(z.enum(['a', 'b']))],
    ['(string | integer)[] | null', z.array(z.union([z.string(), z.int()])).nullable()],
    ['[string, integer]', z.tuple([z.string(), z.int()])],
    ['object', z.looseObject({ a: z.string() })],
    ['object', z.record(z.string(), z.unknown())],
    ['map of integer', z.record(z.string(), z.int())],
    ['string', z.string().transform((text) => text.length)],
    ['string', z.string().default('x')],
    ['keyword', AnyKeyword],
    [':a | :b', keywordOf('a', 'b')],
    ['string | keyword', z.union([z.string(), AnyKeyword])],
  ])('%s', (expected, schema) => {
    const json = toJsonSchema(schema);
    expect(typeText(json, json)).toBe(expected);
  });

  it('says which reference leads nowhere', () => {
    expect(() => resolve({ $ref: '#/$defs/gone' }, {})).toThrow('"#/$defs/gone"');
  });
});
