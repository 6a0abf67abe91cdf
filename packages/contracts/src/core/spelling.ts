import type * as z from 'zod';

/** The other names of one key. Only names that real peers are known to use belong here. */
export interface Spelling {
  /** Accepted from a peer in place of the contract's name; the contract's name wins when both are there. */
  readonly accept?: readonly string[];
  /** Sent beside the contract's name, because real peers read only this one; also accepted. */
  readonly send?: readonly string[];
}

export type Spellings = Readonly<Record<string, Spelling>>;

const spellingsOf = new WeakMap<z.core.$ZodType, Spellings>();

/** Declares the other spellings of an object's keys, once, beside its schema. */
export function spelled<S extends z.ZodObject>(
  schema: S,
  spellings: { readonly [K in keyof z.input<S>]?: Spelling },
): S {
  refuseAmbiguity(schema, spellings as Spellings);
  spellingsOf.set(schema, spellings as Spellings);
  return schema;
}

/** The spellings declared for an object schema; a described copy of the schema keeps them. */
export function spellingsFor(schema: z.core.$ZodType): Spellings {
  const declared = spellingsOf.get(schema);
  if (declared !== undefined) return declared;
  const { parent } = schema._zod;
  return parent === undefined ? {} : spellingsFor(parent);
}

/** Every other name of a key that is understood when it comes in. */
export function acceptedNames(spelling: Spelling): readonly string[] {
  return [...new Set([...(spelling.accept ?? []), ...(spelling.send ?? [])])];
}

function refuseAmbiguity(schema: z.ZodObject, spellings: Spellings): void {
  const taken = new Set(Object.keys(schema.shape));
  for (const [key, spelling] of Object.entries(spellings)) {
    for (const other of acceptedNames(spelling)) {
      if (taken.has(other)) throw new Error(`"${other}" cannot be another name of "${key}": it is taken`);
      taken.add(other);
    }
  }
}
