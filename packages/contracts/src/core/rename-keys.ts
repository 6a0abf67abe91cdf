import type * as z from 'zod';
import type { JsonObject } from './json.js';
import { acceptedNames, spellingsFor } from './spelling.js';
import { keysAbsentWhenNull } from './wire-object.js';

/** Renames keys on copies; gives back its very argument when there was nothing to rename. */
export type Respell = (value: unknown) => unknown;

export function acceptRenamer(schema: z.ZodObject): Respell | undefined {
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

export function sendCopier(schema: z.ZodObject): Respell | undefined {
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

export function fieldsRespell(
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

export function recordRespell(respell: Respell | undefined): Respell | undefined {
  return respell === undefined ? undefined : fieldsRespell([], { known: new Set(), respell });
}

export function arrayRespell(
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

export function inTurn(steps: readonly (Respell | undefined)[]): Respell {
  const given = steps.filter((step) => step !== undefined);
  const [first, second] = given;
  if (first !== undefined && given.length === 1) return first;
  if (first !== undefined && second !== undefined && given.length === 2)
    return (value) => second(first(value));
  return (value) => given.reduce((current, step) => step(current), value);
}

export function isJsonObject(value: unknown): value is JsonObject {
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
