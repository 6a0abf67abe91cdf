import { ednEquals, ednHash } from './equality.js';
import { EdnKeyword, EdnSymbol } from './names.js';

/**
 * Distinct values in the order they came, found by content. What JavaScript already compares by content goes to a
 * native map; compound values are bucketed by hash. Building one is linear in the number and size of the values.
 */
export class StructuralIndex {
  readonly values: unknown[] = [];
  private readonly direct = new Map<unknown, number>();
  private readonly buckets = new Map<number, number[]>();

  /** The position of an equal value, or -1. */
  find(value: unknown): number {
    if (isDirect(value)) return this.direct.get(directKey(value)) ?? -1;
    for (const position of this.buckets.get(ednHash(value)) ?? []) {
      if (ednEquals(this.values[position], value)) return position;
    }
    return -1;
  }

  /** Adds a value, unless an equal one is there: then it returns false. */
  add(value: unknown): boolean {
    if (this.find(value) !== -1) return false;
    const position = this.values.push(value) - 1;
    if (isDirect(value)) {
      this.direct.set(directKey(value), position);
      return true;
    }
    const hash = ednHash(value);
    const bucket = this.buckets.get(hash);
    if (bucket === undefined) this.buckets.set(hash, [position]);
    else bucket.push(position);
    return true;
  }
}

function isDirect(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return value instanceof EdnKeyword || value instanceof EdnSymbol;
}

/** `1` and `1N` are one key. */
function directKey(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value;
}
