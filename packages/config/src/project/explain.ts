import type { ConfigNode, JsonValue, TableNode } from '../document/config-node.js';
import { formatKey, type KeyPath, sourceOf, type ValueSource } from '../document/origin.js';

export interface ExplainedValue {
  /** `tool.finecode.action.lint.handlers[0].env` */
  readonly key: string;
  readonly value: JsonValue;
  readonly source: ValueSource;
}

/** Tells where the values of a merged configuration came from. */
export interface ConfigSources {
  /** Undefined when the configuration has no such value. */
  sourceOf(path: KeyPath): ValueSource | undefined;
  /** Every value that is not itself made of values, in the order of the configuration. */
  list(): readonly ExplainedValue[];
}

/** Positions are looked up when asked for: most configurations are never explained. */
export function createSources(root: TableNode): ConfigSources {
  return {
    sourceOf(path) {
      const node = path.reduce<ConfigNode | undefined>(child, root);
      return node === undefined ? undefined : sourceOf(node.origin);
    },
    list: () => [...leaves(root, [])],
  };
}

export function formatSource(source: ValueSource): string {
  switch (source.kind) {
    case 'file':
      return `${source.file}:${source.line}:${source.column}`;
    case 'environment':
      return `environment variable ${source.variable}`;
    case 'override':
      return 'override of this run';
    case 'derived':
      return `derived: ${source.rule}`;
  }
}

function child(node: ConfigNode | undefined, key: string | number): ConfigNode | undefined {
  if (node?.kind === 'table' && typeof key === 'string') return node.entries.get(key);
  return node?.kind === 'list' && typeof key === 'number' ? node.items[key] : undefined;
}

function* leaves(node: ConfigNode, path: KeyPath): Generator<ExplainedValue> {
  if (node.kind === 'scalar') {
    yield { key: formatKey(path), value: node.value, source: sourceOf(node.origin) };
    return;
  }
  const children: Iterable<readonly [string | number, ConfigNode]> =
    node.kind === 'table' ? node.entries : node.items.entries();
  let isEmpty = true;
  for (const [key, item] of children) {
    isEmpty = false;
    yield* leaves(item, [...path, key]);
  }
  if (isEmpty)
    yield { key: formatKey(path), value: node.kind === 'table' ? {} : [], source: sourceOf(node.origin) };
}
