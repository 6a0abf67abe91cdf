import { EdnObject, hashText, mixHash } from './edn-object.js';
import { findKeyword } from './names.js';
import { isRecord } from './records.js';

/**
 * Equality by content, Clojure's `=`: `1` and `1N` are equal, `1` and `1.0` are not, `1.0M` and `1.00M` are; a list
 * equals a vector with the same elements; order is irrelevant in maps and sets; NaN equals itself, so that a value
 * that was printed and read again is always equal to the original.
 */
export function ednEquals(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left instanceof EdnObject) return left.equals(right);
  if (right instanceof EdnObject) return right.equals(left);
  if (typeof left === 'number') return equalNumbers(left, right);
  if (typeof right === 'number') return equalNumbers(right, left);
  if (Array.isArray(left)) return Array.isArray(right) && equalItems(left, right);
  if (left instanceof Date) return right instanceof Date && left.getTime() === right.getTime();
  return isRecord(left) && isRecord(right) && equalRecords(left, right);
}

export function ednHash(value: unknown): number {
  if (value instanceof EdnObject) return value.hash();
  if (typeof value === 'string') return mixHash(3, hashText(value));
  if (typeof value === 'number' || typeof value === 'bigint') return mixHash(4, hashText(value.toString()));
  if (Array.isArray(value)) return hashItems(value);
  if (value instanceof Date) return mixHash(5, value.getTime() | 0);
  if (isRecord(value)) return hashRecord(value);
  return mixHash(6, value === null ? 0 : value === true ? 1 : 2);
}

export function equalItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => ednEquals(item, right[index]));
}

export function hashItems(items: readonly unknown[]): number {
  let hash = mixHash(7, items.length);
  for (const item of items) hash = mixHash(hash, ednHash(item));
  return hash;
}

/** Order must not matter, so entries are added up. */
export function hashEntry(key: unknown, value: unknown): number {
  return mixHash(ednHash(key), ednHash(value));
}

/** The entries of a plain object as a map has them: keyword keys, and no entry for what is undefined. */
export function recordEntries(record: Readonly<Record<string, unknown>>): [unknown, unknown][] {
  const entries: [unknown, unknown][] = [];
  for (const [key, value] of Object.entries(record)) {
    if (value !== undefined) entries.push([findKeyword(key) ?? key, value]);
  }
  return entries;
}

function equalNumbers(left: number, right: unknown): boolean {
  if (typeof right === 'number') return Number.isNaN(left) && Number.isNaN(right);
  return typeof right === 'bigint' && Number.isSafeInteger(left) && BigInt(left) === right;
}

function equalRecords(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  const entries = recordEntries(left);
  if (entries.length !== recordEntries(right).length) return false;
  return Object.entries(left).every(
    ([key, value]) => value === undefined || (Object.hasOwn(right, key) && ednEquals(value, right[key])),
  );
}

function hashRecord(record: Readonly<Record<string, unknown>>): number {
  let sum = 0;
  for (const [key, value] of recordEntries(record)) sum = (sum + hashEntry(key, value)) | 0;
  return mixHash(8, sum);
}
