import * as z from 'zod';

/** The other names of one key. Only names that real peers are known to use belong here. */
export interface Spelling {
  /** Accepted from a peer in place of the contract's name; the contract's name wins when both are there. */
  readonly accept?: readonly string[];
  /** Sent beside the contract's name, because real peers read only this one. */
  readonly send?: readonly string[];
}

type Spellings = Readonly<Record<string, Spelling>>;
type Respell = (value: unknown) => unknown;

const spellingsOf = new WeakMap<z.ZodType, Spellings>();

/** Declares the other spellings of an object's keys, once, beside its schema. */
export function spelled<S extends z.ZodObject>(schema: S, spellings: { readonly [K in keyof z.input<S>]?: Spelling }): S {
  spellingsOf.set(schema, spellings as Spellings);
  return schema;
}

/** The spellings declared for an object schema, for documentation. */
export function spellingsFor(schema: z.ZodType): Spellings {
  return spellingsOf.get(schema) ?? {};
}
