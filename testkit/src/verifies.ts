import { test } from 'vitest';

/**
 * A test that proves rules of a protocol document, by the ids in `packages/contracts/src/<protocol>/requirements.ts`.
 * The list of unproved rules is made from these calls and from the conformance checks.
 */
export function verifies(
  ids: string | readonly string[],
  title: string,
  body: () => void | Promise<void>,
): void {
  test(`${title} [${[ids].flat().join(', ')}]`, body);
}
