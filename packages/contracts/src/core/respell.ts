import * as z from 'zod';
import { acceptedNames, spellingsFor } from './spelling.js';
import { keysAbsentWhenNull } from './wire-object.js';

/** `accept`: other names in, the contract's names out. `send`: the contract's names in, all that peers read out. */
export type RespellMode = 'accept' | 'send';

/** Renames keys on copies; gives back its very argument when there was nothing to rename. */
export type Respell = (value: unknown) => unknown;

type Schema = z.core.$ZodType;
type JsonObject = Readonly<Record<string, unknown>>;

const compiled: Record<RespellMode, WeakMap<Schema, { readonly respell: Respell | undefined }>> = {
  accept: new WeakMap(),
  send: new WeakMap(),
};

/**
 * Compiles the spellings declared anywhere in a schema, once per schema; undefined when there are none.
 * Union members are told apart by parsing, so keep members with other spellings few and discriminated.
 */
export function compileRespell(schema: Schema, mode: RespellMode): Respell | undefined {
  const known = compiled[mode].get(schema);
  if (known !== undefined) return known.respell;
  const respell = new Compiler(mode).compile(schema);
  compiled[mode].set(schema, { respell });
  return respell;
}

class Compiler {
  readonly #mode: RespellMode;
  readonly #started = new Map<Schema, Respell | undefined>();

  constructor(mode: RespellMode) {
    this.#mode = mode;
  }

  compile(schema: Schema): Respell | undefined {
    if (!mentionsSpellings(schema, this.#mode, new Set())) return undefined;
    // A schema that contains itself is met again before its closure exists.
    if (this.#started.has(schema)) return (value) => this.#started.get(schema)?.(value) ?? value;
    this.#started.set(schema, undefined);
    const respell = this.#compileKind(schema);
    this.#started.set(schema, respell);
    return respell;
  }

  #compileKind(schema: Schema): Respell | undefined {
    if (schema instanceof z.ZodObject) return this.#object(schema);
    if (schema instanceof z.ZodArray) return arrayRespell([], this.compile(schema.def.element));
    if (schema instanceof z.ZodTuple) {
      const items = schema.def.items.map((item) => this.compile(item));
      return arrayRespell(items, schema.def.rest ? this.compile(schema.def.rest) : undefined);
    }
    if (schema instanceof z.ZodRecord) return recordRespell(this.compile(schema.def.valueType));
    if (schema instanceof z.ZodDiscriminatedUnion) return this.#discriminated(schema);
    if (schema instanceof z.ZodUnion) return this.#union(schema.def.options);
    return inTurn(innerSchemas(schema).map((inner) => this.compile(inner)));
  }

  #object(schema: z.ZodObject): Respell {
    const children: [string, Respell][] = [];
    for (const [key, child] of Object.entries(schema.shape)) {
      const respell = this.compile(child);
      if (respell !== undefined) children.push([key, respell]);
    }
    const rename = this.#mode === 'accept' ? acceptRenamer(schema) : sendCopier(schema);
    const renameFirst = this.#mode === 'accept';
    const descend = fieldsRespell(
      children,
      catchallOf(schema, (inner) => this.compile(inner)),
    );
    // Children are found under the contract's names, so those have to be there when they are looked at.
    return inTurn(renameFirst ? [rename, descend] : [descend, rename]);
  }

  #discriminated(schema: z.ZodDiscriminatedUnion): Respell {
    const key = schema.def.discriminator;
    const byTag = new Map<unknown, Respell | undefined>();
    for (const option of schema.def.options) {
      const respell = this.compile(option);
      for (const tag of option._zod.propValues?.[key] ?? []) byTag.set(tag, respell);
    }
    return (value) => (isJsonObject(value) ? (byTag.get(value[key])?.(value) ?? value) : value);
  }

  #union(options: readonly Schema[]): Respell {
    const members = options.map((schema) => ({ schema, respell: this.compile(schema) }));
    return (value) => {
      if (typeof value !== 'object' || value === null) return value;
      const candidates = members.map(({ respell }) => (respell === undefined ? value : respell(value)));
      // Parsing is what costs; a value in the contract's own spelling needs none.
      if (candidates.every((candidate) => candidate === value)) return value;
      for (const [index, { schema }] of members.entries()) {
        const parsed = this.#mode === 'accept' ? candidates[index] : value;
        if (z.safeParse(schema, parsed).success) return candidates[index];
      }
      return value;
    };
  }
}

/** Whether any object below a schema has spellings that matter in this mode. */
function mentionsSpellings(schema: Schema, mode: RespellMode, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  for (const spelling of Object.values(spellingsFor(schema))) {
    const names = mode === 'accept' ? acceptedNames(spelling) : (spelling.send ?? []);
    if (names.length > 0) return true;
  }
  if (mode === 'accept' && schema instanceof z.ZodObject && keysAbsentWhenNull(schema).length > 0)
    return true;
  return innerSchemas(schema).some((inner) => mentionsSpellings(inner, mode, seen));
}

/** The schemas that describe a part of the value, or the same value, on its way in. */
function innerSchemas(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    return catchall === undefined ? Object.values(schema.shape) : [...Object.values(schema.shape), catchall];
  }
  if (schema instanceof z.ZodArray) return [schema.def.element];
  if (schema instanceof z.ZodTuple)
    return [...schema.def.items, ...(schema.def.rest ? [schema.def.rest] : [])];
  if (schema instanceof z.ZodRecord) return [schema.def.valueType];
  if (schema instanceof z.ZodUnion) return schema.def.options;
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right];
  if (schema instanceof z.ZodLazy) return [schema.def.getter()];
  // `z.preprocess` is a pipe whose first half is a function: the shape is that of the second.
  if (schema instanceof z.ZodPipe) {
    return [schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in];
  }
  return isWrapper(schema) ? [schema.def.innerType] : [];
}

type Wrapper = Schema & { readonly def: { readonly innerType: Schema } };

function isWrapper(schema: Schema): schema is Wrapper {
  return 'innerType' in schema._zod.def;
}

function catchallOf(
  schema: z.ZodObject,
  compile: (inner: Schema) => Respell | undefined,
): { readonly known: ReadonlySet<string>; readonly respell: Respell } | undefined {
  const respell = schema.def.catchall === undefined ? undefined : compile(schema.def.catchall);
  return respell === undefined ? undefined : { known: new Set(Object.keys(schema.shape)), respell };
}

function acceptRenamer(schema: z.ZodObject): Respell | undefined {
  const renames: [other: string, key: string][] = [];
  for (const [key, spelling] of Object.entries(spellingsFor(schema))) {
    for (const other of acceptedNames(spelling)) renames.push([other, key]);
  }
  const absentWhenNull = keysAbsentWhenNull(schema);
  if (renames.length === 0 && absentWhenNull.length === 0) return undefined;
  return (value) => {
    if (!isJsonObject(value)) return value;
    const found = renames.filter(([other]) => Object.hasOwn(value, other));
    const nulls = absentWhenNull.filter((key) => value[key] === null);
    if (found.length === 0 && nulls.length === 0) return value;
    const copy = copyWithout(value, new Set([...found.map(([other]) => other), ...nulls]));
    for (const [other, key] of found) {
      const isAbsent = value[other] === null && absentWhenNull.includes(key);
      if (copy[key] === undefined && !isAbsent) copy[key] = value[other];
    }
    return copy;
  };
}

function sendCopier(schema: z.ZodObject): Respell | undefined {
  const copies: [key: string, other: string][] = [];
  for (const [key, spelling] of Object.entries(spellingsFor(schema))) {
    for (const other of spelling.send ?? []) copies.push([key, other]);
  }
  if (copies.length === 0) return undefined;
  return (value) => {
    if (!isJsonObject(value)) return value;
    let copy: Record<string, unknown> | undefined;
    for (const [key, other] of copies) {
      if (value[key] === undefined || Object.hasOwn(value, other)) continue;
      copy ??= copyWithout(value, none);
      copy[other] = value[key];
    }
    return copy ?? value;
  };
}

function fieldsRespell(
  children: readonly (readonly [string, Respell])[],
  catchall: { readonly known: ReadonlySet<string>; readonly respell: Respell } | undefined,
): Respell | undefined {
  if (children.length === 0 && catchall === undefined) return undefined;
  return (value) => {
    if (!isJsonObject(value)) return value;
    let copy: Record<string, unknown> | undefined;
    const put = (key: string, respell: Respell): void => {
      const next = respell(value[key]);
      if (next === value[key]) return;
      copy ??= copyWithout(value, none);
      copy[key] = next;
    };
    for (const [key, respell] of children) put(key, respell);
    if (catchall !== undefined) {
      for (const key of Object.keys(value)) {
        if (key !== '__proto__' && !catchall.known.has(key)) put(key, catchall.respell);
      }
    }
    return copy ?? value;
  };
}

function recordRespell(respell: Respell | undefined): Respell | undefined {
  return respell === undefined ? undefined : fieldsRespell([], { known: new Set(), respell });
}

function arrayRespell(
  items: readonly (Respell | undefined)[],
  rest: Respell | undefined,
): Respell | undefined {
  return (value) => {
    if (!Array.isArray(value)) return value;
    let copy: unknown[] | undefined;
    for (const [index, element] of value.entries()) {
      const respell = index < items.length ? items[index] : rest;
      const next = respell === undefined ? element : respell(element);
      if (next === element) continue;
      copy ??= [...value];
      copy[index] = next;
    }
    return copy ?? value;
  };
}

function inTurn(steps: readonly (Respell | undefined)[]): Respell {
  const given = steps.filter((step) => step !== undefined);
  const [first, second] = given;
  if (first !== undefined && given.length === 1) return first;
  if (first !== undefined && second !== undefined && given.length === 2)
    return (value) => second(first(value));
  return (value) => given.reduce((current, step) => step(current), value);
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const none: ReadonlySet<string> = new Set();

/**
 * Not a spread: V8 makes a spread object as tight as its source, and adding keys to it then costs ten times as much.
 * `__proto__` is left out, as zod does: assigning to it would change the copy's prototype.
 */
function copyWithout(value: JsonObject, left: ReadonlySet<string>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key !== '__proto__' && !left.has(key)) copy[key] = value[key];
  }
  return copy;
}
