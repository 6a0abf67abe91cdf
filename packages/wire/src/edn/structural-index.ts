import { ednEquals, ednHash } from './equality.js';
import { EdnKeyword, EdnSymbol } from './names.js';

/** Up to here comparing one by one is faster than any table. */
const smallSize = 8;

/**
 * Finds values by content. Linear in the number and size of the values: in a big index, what JavaScript compares by
 * content itself is found through a native map, and compound values through their hash.
 */
export class StructuralIndex {
  private readonly values: readonly unknown[];
  private readonly direct = new Map<unknown, number>();
  private readonly buckets = new Map<number, number[]>();
  private filled = 0;

  /** Over values that are distinct, or of which `firstDuplicate` is to be asked. */
  constructor(values: readonly unknown[]) {
    this.values = values;
  }

  /** The position of an equal value, or -1. */
  find(value: unknown): number {
    if (this.values.length <= smallSize)
      return this.values.findIndex((candidate) => ednEquals(candidate, value));
    while (this.filled < this.values.length) this.fillNext();
    return this.lookUp(value);
  }

  /** The position of the first value that equals an earlier one, or -1. */
  firstDuplicate(): number {
    while (this.filled < this.values.length) {
      if (this.lookUp(this.values[this.filled]) !== -1) return this.filled;
      this.fillNext();
    }
    return -1;
  }

  private lookUp(value: unknown): number {
    if (isDirect(value)) return this.direct.get(directKey(value)) ?? -1;
    const bucket = this.buckets.get(ednHash(value));
    return bucket?.find((position) => ednEquals(this.values[position], value)) ?? -1;
  }

  private fillNext(): void {
    const position = this.filled;
    const value = this.values[position];
    this.filled += 1;
    if (isDirect(value)) {
      this.direct.set(directKey(value), position);
      return;
    }
    const hash = ednHash(value);
    const bucket = this.buckets.get(hash);
    if (bucket === undefined) this.buckets.set(hash, [position]);
    else bucket.push(position);
  }
}

/** The position of the first value that equals an earlier one, or -1. */
export function firstDuplicate(values: readonly unknown[]): number {
  if (values.length > smallSize) return new StructuralIndex(values).firstDuplicate();
  for (let position = 1; position < values.length; position += 1) {
    if (isAmong(values, position)) return position;
  }
  return -1;
}

function isAmong(values: readonly unknown[], position: number): boolean {
  const value = values[position];
  if (typeof value === 'string' || value instanceof EdnKeyword) return values.indexOf(value) < position;
  for (let earlier = 0; earlier < position; earlier += 1) {
    if (ednEquals(values[earlier], value)) return true;
  }
  return false;
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
