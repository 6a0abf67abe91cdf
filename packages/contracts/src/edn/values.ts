import { EdnKeyword } from '@tandem/wire';
import * as z from 'zod';

/** Any keyword. In the JSON Schemas a keyword is written as a string that starts with a colon. */
export const AnyKeyword = z
  .custom<EdnKeyword>((value) => value instanceof EdnKeyword, { error: 'expected a keyword' })
  .meta({ type: 'string', pattern: '^:', format: 'edn-keyword' });

/** One of these keywords: `keywordOf('request')` is `:request`. */
export function keywordOf(...names: readonly string[]) {
  const written = names.map((name) => `:${name}`);
  return z
    .custom<EdnKeyword>((value) => value instanceof EdnKeyword && names.includes(value.name), {
      error: `expected ${written.join(' or ')}`,
    })
    .meta({ type: 'string', enum: written, format: 'edn-keyword' });
}

/**
 * A name that peers write as a string or as a keyword. Kept as it came, because what we send goes through the
 * schema too and a client may look for the keyword.
 */
export const AnyName = z.union([z.string(), AnyKeyword], { error: 'expected a string or a keyword' });

/** One of these names, as a string or as a keyword; handlers get the plain string. */
export function nameOf<const Name extends string>(...names: readonly [Name, ...Name[]]) {
  const expected = names.map((name) => `"${name}"`).join(' or ');
  return z
    .union([z.enum(names), keywordOf(...names)], { error: `expected ${expected}, or the keyword` })
    .transform((value): Name => {
      const plain = typeof value === 'string' ? value : value.name;
      return plain as Name;
    });
}

/** A string with something in it besides white space. */
export const NonBlank = z.string().regex(/\S/, { error: 'must not be blank' });

/** A map of any shape: maps whose keys are not keywords are not plain objects after reading. */
export const AnyMap = z
  .custom<object>(
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof EdnKeyword),
    { error: 'expected a map' },
  )
  .meta({ type: 'object' });

/** nil and an absent key mean the same on this wire: Emacs cannot send an empty map, nor leave a key out. */
export const Text = z.string().nullish();
export const Flag = z.boolean().nullish();
export const Count = z.number().int().nonnegative();
