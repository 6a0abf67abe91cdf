import type { Origin } from './origin.js';

export type Scalar = string | number | boolean | null;

export type JsonValue = Scalar | readonly JsonValue[] | JsonTable;
export interface JsonTable {
  readonly [key: string]: JsonValue;
}

/** A configuration value that remembers where it was written; merging moves nodes, so origins survive it. */
export type ConfigNode = TableNode | ListNode | ScalarNode;

export interface TableNode {
  readonly kind: 'table';
  readonly entries: ReadonlyMap<string, ConfigNode>;
  readonly origin: Origin;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ConfigNode[];
  readonly origin: Origin;
}

interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: Scalar;
  readonly origin: Origin;
}

export function tableOf(entries: Iterable<readonly [string, ConfigNode]>, origin: Origin): TableNode {
  return { kind: 'table', entries: new Map(entries), origin };
}

export function listOf(items: readonly ConfigNode[], origin: Origin): ListNode {
  return { kind: 'list', items, origin };
}

/** The same value with one origin throughout: for values that no file holds. */
export function nodeOf(value: JsonValue, origin: Origin): ConfigNode {
  if (isJsonList(value)) {
    return listOf(
      value.map((item) => nodeOf(item, origin)),
      origin,
    );
  }
  if (value === null || typeof value !== 'object') return { kind: 'scalar', value, origin };
  return tableOf(
    Object.entries(value).map(([key, item]) => [key, nodeOf(item, origin)] as const),
    origin,
  );
}

export function toJson(node: ConfigNode): JsonValue {
  switch (node.kind) {
    case 'table':
      return tableToJson(node);
    case 'list':
      return node.items.map(toJson);
    case 'scalar':
      return node.value;
  }
}

export function tableToJson(table: TableNode): JsonTable {
  const json: Record<string, JsonValue> = {};
  for (const [key, item] of table.entries) {
    // Assigning to it would set the prototype; as a key of a file it is a key like any other.
    if (key === '__proto__') Object.defineProperty(json, key, { value: toJson(item), enumerable: true });
    else json[key] = toJson(item);
  }
  return json;
}

export function childTable(table: TableNode | undefined, key: string): TableNode | undefined {
  const child = table?.entries.get(key);
  return child?.kind === 'table' ? child : undefined;
}

export function childItems(table: TableNode | undefined, key: string): readonly ConfigNode[] {
  const child = table?.entries.get(key);
  return child?.kind === 'list' ? child.items : [];
}

export function childTables(table: TableNode | undefined, key: string): readonly TableNode[] {
  return childItems(table, key).filter((item) => item.kind === 'table');
}

/** Every entry of a table of tables, such as `[action.*]` or `[env.*]`. */
export function namedTables(table: TableNode | undefined): readonly (readonly [string, TableNode])[] {
  const named: (readonly [string, TableNode])[] = [];
  for (const [name, node] of table?.entries ?? []) if (node.kind === 'table') named.push([name, node]);
  return named;
}

export function childString(table: TableNode | undefined, key: string): string | undefined {
  const child = table?.entries.get(key);
  return child?.kind === 'scalar' && typeof child.value === 'string' ? child.value : undefined;
}

export function childBoolean(table: TableNode | undefined, key: string): boolean | undefined {
  const child = table?.entries.get(key);
  return child?.kind === 'scalar' && typeof child.value === 'boolean' ? child.value : undefined;
}

export function childStrings(table: TableNode | undefined, key: string): readonly string[] {
  return childItems(table, key).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
  );
}

/** The entries of a table that are strings. */
export function stringEntries(table: TableNode | undefined): Readonly<Record<string, string>> {
  const keys = [...(table?.entries.keys() ?? [])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = childString(table, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

export function withEntry(table: TableNode, key: string, node: ConfigNode): TableNode {
  return { ...table, entries: new Map(table.entries).set(key, node) };
}

export function withoutEntry(table: TableNode, key: string): TableNode {
  const entries = new Map(table.entries);
  entries.delete(key);
  return { ...table, entries };
}

/** `isArray` alone does not narrow a readonly array. */
export function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
