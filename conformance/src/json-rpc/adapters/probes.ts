import type { Answer } from '../adapter.js';

/** The result has to be an object with these keys. */
export function expectsObjectWith(...keys: readonly string[]): (answer: Answer) => string | undefined {
  return ({ result, error }) => {
    if (error !== undefined) return 'an error';
    if (typeof result !== 'object' || result === null || Array.isArray(result))
      return 'something else than an object';
    const missing = keys.filter((key) => !(key in result));
    return missing.length === 0 ? undefined : `an object without ${missing.join(', ')}`;
  };
}

export function expectsArray({ result, error }: Answer): string | undefined {
  if (error !== undefined) return 'an error';
  return Array.isArray(result) ? undefined : 'something else than a list';
}
