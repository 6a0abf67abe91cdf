import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import {
  type ConfigNode,
  childString,
  childTable,
  listOf,
  type TableNode,
  tableOf,
  withEntry,
} from '../document/config-node.js';
import { mergeLayers } from './merge-layers.js';

/**
 * Brings what one file says into the one form that merging knows: handlers as a list, paths relative to the project,
 * repeated entries of a list merged.
 */
export function normaliseLayer(finecode: TableNode, filePath: string, projectDir: string): TableNode {
  const listed = mapNamed(finecode, 'action', listHandlers);
  const rebased = mapNamed(listed, 'env', (environment) =>
    rebasePaths(environment, dirname(filePath), projectDir),
  );
  return mergeLayers(tableOf([], finecode.origin), rebased);
}

function mapNamed(table: TableNode, key: string, change: (named: TableNode) => TableNode): TableNode {
  const parent = childTable(table, key);
  if (parent === undefined) return table;
  const entries = [...parent.entries].map(
    ([name, node]) => [name, node.kind === 'table' ? change(node) : node] as const,
  );
  return withEntry(table, key, { ...parent, entries: new Map(entries) });
}

/** `[action.lint.handlers.ruff]` is short for a list element with `name = "ruff"`. */
function listHandlers(action: TableNode): TableNode {
  const handlers = childTable(action, 'handlers');
  if (handlers === undefined) return action;
  const items = [...handlers.entries].map(([name, node]): ConfigNode => {
    if (node.kind !== 'table') return node;
    return {
      ...node,
      entries: new Map([['name', { kind: 'scalar', value: name, origin: node.origin }], ...node.entries]),
    };
  });
  return withEntry(action, 'handlers', listOf(items, handlers.origin));
}

function rebasePaths(environment: TableNode, declaringDir: string, projectDir: string): TableNode {
  return mapNamed(environment, 'dependencies', (dependency) => {
    const path = childString(dependency, 'path');
    if (path?.startsWith('.') !== true) return dependency;
    const node = dependency.entries.get('path') ?? dependency;
    return withEntry(dependency, 'path', {
      kind: 'scalar',
      value: relativePath(projectDir, join(declaringDir, path)),
      origin: node.origin,
    });
  });
}

/** Always with a leading dot: without it, installers read the path as the name of a package. */
function relativePath(fromDir: string, path: string): string {
  const steps = relative(fromDir, path);
  // On another Windows drive there is no relative path.
  if (isAbsolute(steps)) return path;
  const posix = steps.split(sep).join('/');
  return posix.startsWith('..') ? posix : `./${posix}`;
}
