import { isLetter } from './characters.js';
import type { EdnDecimal } from './decimal.js';
import { EdnObject, mixHash } from './edn-object.js';
import { ednEquals, ednHash, equalItems, hashEntry, hashItems, recordEntries } from './equality.js';
import type { EdnKeyword, EdnSymbol } from './names.js';
import type { EdnFloat, EdnRatio } from './numbers.js';
import { isRecord } from './records.js';
import type { EdnChar, EdnUuid } from './scalars.js';
import { firstDuplicate, StructuralIndex } from './structural-index.js';

/**
 * How EDN looks in JavaScript. What a JavaScript type can say exactly is that type; everything else is a small
 * immutable class. `print(read(x))` prints what Clojure's `(pr-str (edn/read-string x))` prints, but for the rows
 * marked with a star.
 *
 * | EDN                          | JavaScript                                                                    |
 * |------------------------------|-------------------------------------------------------------------------------|
 * | `nil`, booleans, strings     | `null`, `boolean`, `string`                                                   |
 * | integer                      | `number` when safe, else `bigint`                                             |
 * | `10N`                        | `bigint`; from 2^53 up to 2^63 it is printed without N again (*)              |
 * | float                        | `number`; `EdnFloat` when it is a whole number that an integer would look like |
 * | `##NaN`, `##Inf`, `##-Inf`   | `NaN`, `Infinity`, `-Infinity`                                                |
 * | `1.50M`, `2/3`               | `EdnDecimal`, `EdnRatio` (in lowest terms; `4/2` is the integer 2)            |
 * | `\a`                         | `EdnChar`                                                                     |
 * | `:ns/name`, `ns/name`        | `EdnKeyword`, `EdnSymbol`: one object per name, `keyword('ns/name')`          |
 * | vector, list                 | `Array`, `EdnList`                                                            |
 * | map                          | `EdnMap`; with `maps: 'object'` a plain object when all keys are keywords     |
 * | set                          | `EdnSet`                                                                      |
 * | `#inst`                      | `Date`: milliseconds, further digits are dropped as Clojure's default does    |
 * | `#uuid`, any other tag       | `EdnUuid`, `EdnTagged`                                                        |
 *
 * A plain object stands for a map with keyword keys: `{ 'session-id': 1 }` is `{:session-id 1}`. Its properties that
 * are undefined do not exist, as in JSON. Keys that look like array indexes (`:1`) come first, whatever the text says.
 */
export type EdnValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | EdnFloat
  | EdnDecimal
  | EdnRatio
  | EdnChar
  | EdnKeyword
  | EdnSymbol
  | EdnUuid
  | Date
  | readonly EdnValue[]
  | EdnList
  | EdnMap
  | EdnSet
  | EdnTagged
  | EdnRecord;

export interface EdnRecord {
  readonly [key: string]: EdnValue | undefined;
}

/** `(a b)`. Equal to a vector with the same elements, but printed as a list. */
export class EdnList extends EdnObject {
  readonly kind = 'list';
  readonly items: readonly EdnValue[];
  private cachedHash: number | undefined;

  constructor(items: readonly EdnValue[]) {
    super();
    this.items = items;
  }

  override equals(other: unknown): boolean {
    if (other instanceof EdnList) return equalItems(this.items, other.items);
    return Array.isArray(other) && equalItems(this.items, other);
  }

  override hash(): number {
    this.cachedHash ??= hashItems(this.items);
    return this.cachedHash;
  }
}

/** `#{a b}`: distinct by content, in the order they were written. Made by `ednSet`. */
export class EdnSet extends EdnObject implements Iterable<EdnValue> {
  readonly kind = 'set';
  readonly items: readonly EdnValue[];
  private index: StructuralIndex | undefined;
  private cachedHash: number | undefined;

  /** The items must be distinct; only `ednSet` and the reader, which have made sure of it, call this. */
  constructor(items: readonly EdnValue[]) {
    super();
    this.items = items;
  }

  get size(): number {
    return this.items.length;
  }

  has(item: EdnValue): boolean {
    this.index ??= new StructuralIndex(this.items);
    return this.index.find(item) !== -1;
  }

  [Symbol.iterator](): IterableIterator<EdnValue> {
    return this.items.values();
  }

  override equals(other: unknown): boolean {
    return other instanceof EdnSet && other.size === this.size && other.items.every((item) => this.has(item));
  }

  override hash(): number {
    // Kept, so that sets within sets are hashed once and not once per level around them.
    if (this.cachedHash !== undefined) return this.cachedHash;
    let sum = 0;
    for (const item of this.items) sum = (sum + mixHash(0, ednHash(item))) | 0;
    this.cachedHash = mixHash(15, sum);
    return this.cachedHash;
  }
}

/** `{k v}` with keys of any kind, found by content, in the order they were written. Made by `ednMap`. */
export class EdnMap extends EdnObject implements Iterable<readonly [EdnValue, EdnValue]> {
  readonly kind = 'map';
  readonly keys: readonly EdnValue[];
  /** `values[i]` belongs to `keys[i]`. */
  readonly values: readonly EdnValue[];
  private index: StructuralIndex | undefined;
  private cachedHash: number | undefined;

  /** The keys must be distinct; only `ednMap` and the reader, which have made sure of it, call this. */
  constructor(keys: readonly EdnValue[], values: readonly EdnValue[]) {
    super();
    this.keys = keys;
    this.values = values;
  }

  get size(): number {
    return this.keys.length;
  }

  has(key: EdnValue): boolean {
    return this.positionOf(key) !== -1;
  }

  get(key: EdnValue): EdnValue | undefined {
    return this.values[this.positionOf(key)];
  }

  *[Symbol.iterator](): IterableIterator<readonly [EdnValue, EdnValue]> {
    for (const [position, key] of this.keys.entries()) yield [key, this.values[position] ?? null];
  }

  override equals(other: unknown): boolean {
    const entries = other instanceof EdnMap ? [...other] : isRecord(other) ? recordEntries(other) : undefined;
    if (entries === undefined || entries.length !== this.size) return false;
    return entries.every(([key, value]) => {
      const position = this.positionOf(key);
      return position !== -1 && ednEquals(this.values[position], value);
    });
  }

  override hash(): number {
    if (this.cachedHash !== undefined) return this.cachedHash;
    let sum = 0;
    for (const [key, value] of this) sum = (sum + hashEntry(key, value)) | 0;
    this.cachedHash = mixHash(8, sum);
    return this.cachedHash;
  }

  private positionOf(key: unknown): number {
    this.index ??= new StructuralIndex(this.keys);
    return this.index.find(key);
  }
}

/** Throws a TypeError when two items are equal. */
export function ednSet(items: Iterable<EdnValue>): EdnSet {
  const list = [...items];
  const duplicate = firstDuplicate(list);
  if (duplicate !== -1)
    throw new TypeError(`a set has each element once, but item ${duplicate} equals an earlier one`);
  return new EdnSet(list);
}

/** Throws a TypeError when two keys are equal. */
export function ednMap(entries: Iterable<readonly [EdnValue, EdnValue]>): EdnMap {
  const list = [...entries];
  const keys = list.map(([key]) => key);
  const duplicate = firstDuplicate(keys);
  if (duplicate !== -1)
    throw new TypeError(`a map has each key once, but key ${duplicate} equals an earlier one`);
  return new EdnMap(
    keys,
    list.map(([, value]) => value),
  );
}

/** `#tag value`, for every tag but `inst` and `uuid`. */
export class EdnTagged extends EdnObject {
  readonly kind = 'tagged';
  readonly tag: EdnSymbol;
  readonly value: EdnValue;

  constructor(tag: EdnSymbol, value: EdnValue) {
    super();
    if (!isLetter(tag.text.charCodeAt(0)))
      throw new TypeError(`an EDN tag starts with a letter, not as "${tag.text}" does`);
    this.tag = tag;
    this.value = value;
  }

  override equals(other: unknown): boolean {
    return other instanceof EdnTagged && other.tag === this.tag && ednEquals(other.value, this.value);
  }

  override hash(): number {
    return mixHash(this.tag.hash(), ednHash(this.value));
  }
}
