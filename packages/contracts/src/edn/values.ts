import { EdnKeyword, EdnMap } from '@tandem/wire';
import * as z from 'zod';

/** Any keyword. In the JSON Schemas a keyword is written as a string that starts with a colon. */
export const AnyKeyword = z
  .custom<EdnKeyword>((value) => value instanceof EdnKeyword, { error: 'expected a keyword' })
  .meta({ type: 'string', pattern: '^:', format: 'edn-keyword' });

/** One of these keywords: `keywordOf('request')` is `:request`. */
export function keywordOf(...names: readonly string[]) {
  const written = names.map((name) => `:${name}`);
  return z
    .custom<EdnKeyword>((value) => value instanceof EdnKeyword && names.includes(value.text), {
      error: `expected ${written.join(' or ')}`,
    })
    .meta({ type: 'string', enum: written, format: 'edn-keyword' });
}

/**
 * A name that peers write as a string or as a keyword. Kept as it came, because what we send goes through the
 * schema too and a client may look for the keyword.
 */
export const AnyName = z.union([z.string(), AnyKeyword], { error: 'expected a string or a keyword' });

/** The same in params: handlers get the plain string. */
export const NameParam = AnyName.transform(plainName);

/** One of these names, as a string or as a keyword; handlers get the plain string. */
export function nameOf<const Name extends string>(...names: readonly [Name, ...Name[]]) {
  const expected = names.map((name) => `"${name}"`).join(' or ');
  return z
    .union([z.enum(names), keywordOf(...names)], { error: `expected ${expected}, or the keyword` })
    .transform((value) => plainName(value) as Name);
}

function plainName(name: string | EdnKeyword): string {
  return typeof name === 'string' ? name : name.text;
}

/** A string with something in it besides white space. */
export const NonBlank = z.string().regex(/\S/, { error: 'must not be blank' });

/** A map of any shape; one whose keys are not all keywords is an `EdnMap` after reading. */
export function isAnyMap(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof EdnMap) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export const AnyMap = z.custom<object>(isAnyMap, { error: 'expected a map' }).meta({ type: 'object' });

/** nil and an absent key mean the same on this wire: Emacs cannot send an empty map, nor leave a key out. */
export const Text = z.string().nullish();
export const Flag = z.boolean().nullish();
export const Count = z.number().int().nonnegative();
