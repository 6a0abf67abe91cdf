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
  | { readonly kind: 'file'; readonly file: LocatedFile; readonly path: KeyPath }
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'override' }
  | { readonly kind: 'derived'; readonly rule: string };

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
  const { line, column } = origin.file.positionOf(origin.path);
  return { kind: 'file', file: origin.file.filePath, line, column, key: formatKey(origin.path) };
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
