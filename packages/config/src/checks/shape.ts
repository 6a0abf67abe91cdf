import type { ConfigNode, TableNode } from '../document/config-node.js';
import { formatKey, type LocatedFile, pathOf } from '../document/origin.js';
import { nearestKey } from './nearest-key.js';
import { type Complaint, type ConfigProblem, problemFrom } from './problem.js';

/** What a value must look like; checked against each file, so that a complaint can name the place. */
export type Shape =
  | { readonly kind: 'anything' }
  | { readonly kind: 'string'; readonly choices?: readonly string[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'list'; readonly items: Shape }
  /** A table whose keys are names chosen by the author. */
  | { readonly kind: 'named'; readonly values: Shape }
  | {
      readonly kind: 'table';
      readonly keys: Readonly<Record<string, Shape>>;
      readonly required?: readonly string[];
    }
  | { readonly kind: 'listOrTable'; readonly list: Shape; readonly table: Shape };

export function checkShape(node: ConfigNode, shape: Shape, file: LocatedFile): readonly ConfigProblem[] {
  return [...findings(node, shape)].map(({ at, complaint }) => problemFrom(at.origin, file, complaint));
}

interface Finding {
  readonly at: ConfigNode;
  readonly complaint: Complaint;
}

function* findings(node: ConfigNode, shape: Shape): Generator<Finding> {
  switch (shape.kind) {
    case 'anything':
      return;
    case 'string':
      yield* stringFindings(node, shape.choices ?? []);
      return;
    case 'boolean':
      if (node.kind !== 'scalar' || typeof node.value !== 'boolean') yield mismatch(node, 'true or false');
      return;
    case 'list':
      if (node.kind !== 'list') yield mismatch(node, 'a list');
      else for (const item of node.items) yield* findings(item, shape.items);
      return;
    case 'named':
      if (node.kind !== 'table') yield mismatch(node, 'a table');
      else for (const value of node.entries.values()) yield* findings(value, shape.values);
      return;
    case 'table':
      if (node.kind !== 'table') yield mismatch(node, 'a table');
      else yield* tableFindings(node, shape);
      return;
    case 'listOrTable':
      if (node.kind === 'scalar') yield mismatch(node, 'a list of tables or a table');
      else yield* findings(node, node.kind === 'list' ? shape.list : shape.table);
  }
}

function* stringFindings(node: ConfigNode, choices: readonly string[]): Generator<Finding> {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') {
    yield mismatch(node, 'a string');
  } else if (choices.length > 0 && !choices.includes(node.value)) {
    const quoted = choices.map((choice) => `"${choice}"`).join(' or ');
    const message = `expected ${quoted}, found "${node.value}"`;
    yield { at: node, complaint: { message, fix: `Write ${quoted}` } };
  }
}

function* tableFindings(table: TableNode, shape: Extract<Shape, { kind: 'table' }>): Generator<Finding> {
  const known = Object.keys(shape.keys);
  for (const [key, value] of table.entries) {
    const expected = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    if (expected === undefined) yield { at: value, complaint: unknownKey(key, known) };
    else yield* findings(value, expected);
  }
  for (const key of shape.required ?? []) {
    if (table.entries.has(key)) continue;
    yield { at: table, complaint: { message: `"${key}" is missing`, fix: `Add ${key} = "…"` } };
  }
}

function unknownKey(key: string, known: readonly string[]): Complaint {
  const nearest = nearestKey(key, known);
  const fix = nearest === undefined ? `Known keys here: ${known.join(', ')}` : `Did you mean "${nearest}"?`;
  return { severity: 'warning', message: `unknown key "${key}"`, fix };
}

function mismatch(node: ConfigNode, expected: string): Finding {
  const message = `expected ${expected}, found ${describe(node)}`;
  return { at: node, complaint: { message, fix: remedyFor(node, expected) } };
}

function describe(node: ConfigNode): string {
  if (node.kind === 'table') return 'a table';
  if (node.kind === 'list') return 'a list';
  if (node.value === null) return 'null';
  if (typeof node.value === 'string') return `the string ${JSON.stringify(node.value)}`;
  return `${typeof node.value === 'number' ? 'the number ' : ''}${node.value}`;
}

function remedyFor(node: ConfigNode, expected: string): string {
  const isScalar = node.kind === 'scalar';
  const isQuotedBoolean = isScalar && (node.value === 'true' || node.value === 'false');
  if (expected === 'a string' && isScalar) return `Put it in quotes: "${node.value}"`;
  if (expected === 'true or false' && isQuotedBoolean) return `Write ${node.value} without quotes`;
  if (expected === 'a list' && isScalar) return `Write a list: [${JSON.stringify(node.value)}]`;
  if (expected === 'a table' && node.origin.kind === 'file')
    return `Write it as a table: [${formatKey(pathOf(node.origin))}]`;
  return `Write ${expected}`;
}
