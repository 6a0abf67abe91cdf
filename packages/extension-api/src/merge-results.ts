/**
 * What an action does with two results when it names no `merge` of its own: lists are joined, objects are merged
 * key by key, and of two other values the later one stays.
 */
export function mergeResults(earlier: unknown, later: unknown): unknown {
  if (later === undefined) return earlier;
  if (Array.isArray(earlier) && Array.isArray(later)) return [...earlier, ...later];
  if (!isPlainObject(earlier) || !isPlainObject(later)) return later;
  const merged = new Map(Object.entries(earlier));
  for (const [key, value] of Object.entries(later)) merged.set(key, mergeResults(merged.get(key), value));
  // fromEntries defines own properties, so a "__proto__" key in a result stays plain data.
  return Object.fromEntries(merged);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
