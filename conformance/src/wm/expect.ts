import { sep } from 'node:path';
import { CheckFailure } from '../check.js';
import { expectEqual, type Fields } from '../er/expect.js';
import type { Answer } from '../json-rpc/adapter.js';
import { show } from '../session/transcript.js';

/** Those of a list whose path in `field` is below the workspace of the check, sorted by it. */
export function inside(workspaceDir: string, list: readonly Fields[], field: string): readonly Fields[] {
  const path = (entry: Fields) => String(entry[field]);
  return list
    .filter((entry) => path(entry) === workspaceDir || path(entry).startsWith(workspaceDir + sep))
    .toSorted((a, b) => (path(a) < path(b) ? -1 : 1));
}

/** The entries have these names, whatever their order. */
export function expectNames(what: string, entries: readonly Fields[], names: readonly string[]): void {
  expectEqual(`the names of ${what}`, entries.map((entry) => entry['name']).toSorted(), names.toSorted());
}

export function expectKeys(what: string, value: unknown, keys: readonly string[]): void {
  expectEqual(`the keys of ${what}`, Object.keys(Object(value)).toSorted(), keys.toSorted());
}

/** An error whose message says which thing it is about. */
export function expectErrorAbout(answer: Answer, subject: string): void {
  if (answer.error === undefined) throw new CheckFailure(`expected a JSON-RPC error, got ${show(answer)}`);
  if (!String(answer.error.message).includes(subject))
    throw new CheckFailure(`expected the error to name "${subject}", got ${show(answer)}`);
}

/** The only entry of a list. */
export function only<T>(what: string, entries: readonly T[]): T {
  const [first, ...others] = entries;
  if (first === undefined || others.length > 0)
    throw new CheckFailure(`expected ${what} once, it is there ${entries.length} times: ${show(entries)}`);
  return first;
}
