// `Object.create(null)` makes slow dictionary objects in V8; instances of a constructor whose prototype inherits
// from nothing are fast, and keys like `__proto__` or `constructor` are ordinary keys in them just the same.
const RecordConstructor = function EdnRecord() {} as unknown as {
  new (): Record<string, unknown>;
  prototype: object;
};
RecordConstructor.prototype = Object.create(null);

export function createRecord<T>(): Record<string, T> {
  return new RecordConstructor() as Record<string, T>;
}

/** A plain object: made by `createRecord`, by a literal, by `JSON.parse` or by `Object.create(null)`. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === RecordConstructor.prototype || prototype === Object.prototype || prototype === null;
}
