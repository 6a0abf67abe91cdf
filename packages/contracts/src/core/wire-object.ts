import * as z from 'zod';
import { acceptedNames, type Spelling, spelled } from './spelling.js';

type Shape = Readonly<Record<string, z.ZodType>>;
type OtherSpellings<S extends Shape> = { readonly [K in keyof S]?: Spelling };

const openObjects = new WeakSet<z.core.$ZodType>();

/**
 * An object whose unknown keys are kept, though its type names only the known ones: a handler's typing mistake
 * does not compile, a peer's extra key does no harm. `null` in place of an optional field counts as absent,
 * because peers written in Python send it that way.
 */
export function openObject<const S extends Shape>(shape: S): z.ZodObject<S, z.core.$strip> {
  const schema = z.looseObject(shape);
  openObjects.add(schema);
  return schema as unknown as z.ZodObject<S, z.core.$strip>;
}

/** An open object whose keys are understood in camelCase and in snake_case, and under the given other names. */
export function wireObject<const S extends Shape>(
  shape: S,
  spellings: OtherSpellings<S> = {},
): z.ZodObject<S, z.core.$strip> {
  const schema = openObject(shape);
  const keys = Object.keys(shape);
  const taken = new Set([...keys, ...Object.values<Spelling | undefined>(spellings).flatMap(namesOf)]);
  const all: Record<string, Spelling> = {};
  for (const key of keys) {
    const given: Spelling = spellings[key] ?? {};
    const other = otherCase(key);
    all[key] = taken.has(other) ? given : { ...given, accept: [...(given.accept ?? []), other] };
  }
  return spelled(schema, all as Parameters<typeof spelled<typeof schema>>[1]);
}

/** The keys of an open object in which `null` means "not given". */
export function keysAbsentWhenNull(schema: z.ZodObject): readonly string[] {
  if (!isOpen(schema)) return [];
  return Object.entries(schema.shape)
    .filter(([, child]) => child._zod.optin !== undefined && !z.safeParse(child, null).success)
    .map(([key]) => key);
}

function isOpen(schema: z.core.$ZodType): boolean {
  if (openObjects.has(schema)) return true;
  const { parent } = schema._zod;
  return parent !== undefined && isOpen(parent);
}

function namesOf(spelling: Spelling | undefined): readonly string[] {
  return spelling === undefined ? [] : acceptedNames(spelling);
}

function otherCase(key: string): string {
  if (key.startsWith('_')) return key;
  if (key.includes('_')) return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
