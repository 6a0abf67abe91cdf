import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { compileRespell, type RespellMode } from './respell.js';
import { spelled, spellingsFor } from './spelling.js';
import { openObject, wireObject } from './wire-object.js';

const Leaf = spelled(z.looseObject({ nodeId: z.string() }), {
  nodeId: { accept: ['id'], send: ['node_id'] },
});
const Other = spelled(z.looseObject({ env: z.string() }), { env: { send: ['envName'] } });

interface Tree {
  readonly nodeId: string;
  readonly subnodes: readonly Tree[];
}
const Tree: z.ZodType<Tree, Tree> = spelled(
  z.looseObject({ nodeId: z.string(), subnodes: z.lazy(() => z.array(Tree).readonly()) }),
  { nodeId: { send: ['node_id'] } },
);

function respell(schema: z.ZodType, mode: RespellMode, value: unknown): unknown {
  return compileRespell(schema, mode)?.(value) ?? value;
}

describe('accept', () => {
  function check(schema: z.ZodType, sent: unknown, expected: unknown): void {
    expect(respell(schema, 'accept', sent)).toEqual(expected);
  }

  test('any declared name becomes the contract’s, and goes away', () => {
    check(Leaf, { id: 'a' }, { nodeId: 'a' });
    check(Leaf, { node_id: 'a', extra: 1 }, { nodeId: 'a', extra: 1 });
    check(Leaf, { nodeId: 'mine', id: 'theirs', node_id: 'theirs' }, { nodeId: 'mine' });
    check(Leaf, { nodeId: undefined, id: 'a' }, { nodeId: 'a' });
  });

  test('inside every kind of schema', () => {
    check(z.array(Leaf), [{ id: 'a' }, { nodeId: 'b' }], [{ nodeId: 'a' }, { nodeId: 'b' }]);
    check(z.record(z.string(), Leaf), { x: { id: 'a' } }, { x: { nodeId: 'a' } });
    check(
      z.tuple([z.string(), Leaf], Other),
      ['s', { id: 'a' }, { envName: 'e' }],
      ['s', { nodeId: 'a' }, { env: 'e' }],
    );
    check(z.object({ a: Leaf.optional() }), { a: { id: 'a' } }, { a: { nodeId: 'a' } });
    check(z.object({ a: Leaf.nullable() }), { a: null }, { a: null });
    check(z.object({ a: Leaf.default({ nodeId: 'd' }) }), { a: { id: 'a' } }, { a: { nodeId: 'a' } });
    check(z.object({ a: Leaf.readonly() }), { a: { id: 'a' } }, { a: { nodeId: 'a' } });
    check(
      z.lazy(() => Leaf),
      { id: 'a' },
      { nodeId: 'a' },
    );
    check(z.intersection(Leaf, Other), { id: 'a', envName: 'e' }, { nodeId: 'a', env: 'e' });
    check(Leaf.pipe(z.transform((leaf) => leaf)), { id: 'a' }, { nodeId: 'a' });
    check(
      z.preprocess((value) => value, Leaf),
      { id: 'a' },
      { nodeId: 'a' },
    );
    check(z.object({}).catchall(Leaf), { any: { id: 'a' } }, { any: { nodeId: 'a' } });
    check(Leaf.describe('a described copy'), { id: 'a' }, { nodeId: 'a' });
  });

  test('union members are told apart by what parses, discriminated ones by their tag', () => {
    const either = z.union([Leaf, Other, z.string()]);
    check(either, { id: 'a' }, { nodeId: 'a' });
    check(either, { envName: 'e' }, { env: 'e' });
    check(either, 'text', 'text');
    check(either, { neither: 1 }, { neither: 1 });
    const tagged = z.discriminatedUnion('kind', [
      spelled(z.looseObject({ kind: z.literal('a'), valueOne: z.string() }), { valueOne: { accept: ['v'] } }),
      spelled(z.looseObject({ kind: z.literal('b'), valueTwo: z.string() }), { valueTwo: { accept: ['v'] } }),
      z.object({ kind: z.literal('c') }),
    ]);
    check(tagged, { kind: 'a', v: 'x' }, { kind: 'a', valueOne: 'x' });
    check(tagged, { kind: 'b', v: 'x' }, { kind: 'b', valueTwo: 'x' });
    check(tagged, { kind: 'c', v: 'x' }, { kind: 'c', v: 'x' });
    check(tagged, { kind: 'unknown', v: 'x' }, { kind: 'unknown', v: 'x' });
  });

  test('schemas that contain themselves', () => {
    check(
      Tree,
      { node_id: 'a', subnodes: [{ node_id: 'b', subnodes: [] }] },
      { nodeId: 'a', subnodes: [{ nodeId: 'b', subnodes: [] }] },
    );
  });

  test('values of the wrong kind are left for the schema to refuse', () => {
    for (const wrong of [null, undefined, 1, 'id', true, ['id'], [[{ id: 'a' }]]]) {
      check(Leaf, wrong, wrong);
      check(z.record(z.string(), Leaf), wrong, wrong);
    }
    check(z.array(Leaf), { id: 'a' }, { id: 'a' });
  });

  test('a key called __proto__ changes no prototype', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"id": "a"}, "x": {"id": "b"}}');
    for (const schema of [z.record(z.string(), Leaf), Leaf, z.object({}).catchall(Leaf)]) {
      const result = respell(schema, 'accept', sent);
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    }
    check(z.record(z.string(), Leaf), sent, { x: { nodeId: 'b' } });
  });
});

describe('send', () => {
  test('adds the names that peers read and keeps the contract’s', () => {
    expect(respell(Leaf, 'send', { nodeId: 'a' })).toEqual({ nodeId: 'a', node_id: 'a' });
    expect(respell(Leaf, 'send', {})).toEqual({});
    expect(respell(Leaf, 'send', { nodeId: 'a', node_id: 'kept' })).toEqual({ nodeId: 'a', node_id: 'kept' });
    expect(respell(z.union([Other, Leaf]), 'send', { nodeId: 'a' })).toEqual({ nodeId: 'a', node_id: 'a' });
  });

  test('a nested object is sent complete under each of its names', () => {
    const Outer = spelled(z.looseObject({ theLeaf: Leaf }), { theLeaf: { send: ['leaf'] } });
    const leaf = { nodeId: 'a', node_id: 'a' };
    expect(respell(Outer, 'send', { theLeaf: { nodeId: 'a' } })).toEqual({ theLeaf: leaf, leaf });
  });
});

test('a schema without other spellings costs nothing', () => {
  expect(compileRespell(z.object({ a: z.array(z.object({ b: z.string() })) }), 'accept')).toBeUndefined();
  expect(
    compileRespell(spelled(z.object({ a: z.string() }), { a: { accept: ['b'] } }), 'send'),
  ).toBeUndefined();
});

test('a schema is compiled once', () => {
  expect(compileRespell(Tree, 'accept')).toBe(compileRespell(Tree, 'accept'));
});

test('two keys cannot have one name', () => {
  const shape = { a: z.string(), b: z.string() };
  expect(() => spelled(z.object(shape), { a: { accept: ['b'] } })).toThrow(
    '"b" cannot be another name of "a"',
  );
  expect(() => spelled(z.object(shape), { a: { accept: ['c'] }, b: { send: ['c'] } })).toThrow('it is taken');
});

describe('wire objects', () => {
  test('understand both cases of each key, and no other', () => {
    const Params = wireObject({ dirPath: z.string(), readable_id: z.string(), _traceparent: z.string() });
    expect(spellingsFor(Params)).toEqual({
      dirPath: { accept: ['dir_path'] },
      readable_id: { accept: ['readableId'] },
      _traceparent: {},
    });
  });

  test('null in place of an optional field is absence, and a value where null is allowed', () => {
    const Params = openObject({
      optional: z.string().optional(),
      filled: z.string().default('x'),
      free: z.unknown().optional(),
      nullable: z.string().nullable().optional(),
      needed: z.string(),
    });
    expect(
      respell(Params, 'accept', { optional: null, filled: null, free: null, nullable: null, needed: null }),
    ).toEqual({
      free: null,
      nullable: null,
      needed: null,
    });
  });
});

describe('for any value', () => {
  const schemas: readonly z.ZodType[] = [
    Tree,
    z.array(Leaf),
    z.record(z.string(), z.union([Leaf, Other])),
    z.object({ nodeId: Leaf, list: z.array(Other).optional() }),
    wireObject({ nodeId: z.string().optional(), list: z.array(Leaf).optional() }),
  ];
  const key = fc.constantFrom(
    'nodeId',
    'node_id',
    'id',
    'env',
    'envName',
    'subnodes',
    'list',
    'x',
    '__proto__',
  );
  const { value: anyJson } = fc.letrec((again) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string(),
      fc.constant(null),
      fc.array(again('value')),
      fc.dictionary(key, again('value')),
    ),
  }));

  test('the argument is never changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...schemas),
        fc.constantFrom<RespellMode>('accept', 'send'),
        anyJson,
        (schema, mode, value) => {
          const before = structuredClone(value);
          respell(schema, mode, deepFreeze(value));
          expect(value).toEqual(before);
        },
      ),
    );
  });

  const { tree } = fc.letrec<{ tree: Tree }>((again) => ({
    tree: fc.record({
      nodeId: fc.string(),
      subnodes: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(again('tree'), { maxLength: 3 })),
    }),
  }));

  test('what was sent is what is accepted', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(respell(Tree, 'accept', respell(Tree, 'send', value))).toEqual(value);
      }),
    );
  });

  test('accepting twice is accepting once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemas), anyJson, (schema, value) => {
        const once = respell(schema, 'accept', value);
        expect(respell(schema, 'accept', once)).toEqual(once);
      }),
    );
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
