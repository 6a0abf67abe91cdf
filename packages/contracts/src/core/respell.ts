import * as z from 'zod';
import { innerSchemas } from './inner-schemas.js';
import {
  acceptRenamer,
  arrayRespell,
  fieldsRespell,
  inTurn,
  isJsonObject,
  type Respell,
  recordRespell,
  sendCopier,
} from './rename-keys.js';
import { acceptedNames, spellingsFor } from './spelling.js';
import { keysAbsentWhenNull } from './wire-object.js';

/** `accept`: other names in, the contract's names out. `send`: the contract's names in, all that peers read out. */
export type RespellMode = 'accept' | 'send';

type Schema = z.core.$ZodType;

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
    const done = this.#started.get(schema);
    if (done !== undefined) return done;
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

function catchallOf(
  schema: z.ZodObject,
  compile: (inner: Schema) => Respell | undefined,
): { readonly known: ReadonlySet<string>; readonly respell: Respell } | undefined {
  const respell = schema.def.catchall === undefined ? undefined : compile(schema.def.catchall);
  return respell === undefined ? undefined : { known: new Set(Object.keys(schema.shape)), respell };
}
