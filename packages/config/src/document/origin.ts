export interface Position {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export type KeyPath = readonly (string | number)[];

/** A file that can say where a key stands; positions are computed when first asked for. */
export interface LocatedFile {
  readonly filePath: string;
  positionOf(path: KeyPath): Position;
}

export type Origin =
  | FileOrigin
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'override' }
  | { readonly kind: 'derived'; readonly rule: string };

/** Linked to the origin of the value around it: a whole path for each value would cost more than the values. */
export interface FileOrigin {
  readonly kind: 'file';
  readonly file: LocatedFile;
  /** Undefined for the top level of the file. */
  readonly key: string | number | undefined;
  readonly parent: FileOrigin | undefined;
}

export function pathOf(origin: FileOrigin): KeyPath {
  if (origin.parent === undefined || origin.key === undefined) return [];
  return [...pathOf(origin.parent), origin.key];
}

/** Where a value came from, as plain data. */
export type ValueSource =
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly line: number;
      readonly column: number;
      readonly key: string;
    }
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'override' }
  | { readonly kind: 'derived'; readonly rule: string };

export function sourceOf(origin: Origin): ValueSource {
  if (origin.kind !== 'file') return origin;
  const path = pathOf(origin);
  const { line, column } = origin.file.positionOf(path);
  return { kind: 'file', file: origin.file.filePath, line, column, key: formatKey(path) };
}

/** The path as a person would write it: `tool.finecode.action."my lint".handlers[0].env`. */
export function formatKey(path: KeyPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${/^[\w-]+$/.test(part) ? part : JSON.stringify(part)}`;
  }
  return text;
}
