import type { KeyPath, Position } from './origin.js';

/** Offsets of keys and list items in a text, by path. */
export class KeyOffsets {
  readonly #offsets = new Map<string, number>();

  /** The first mention of a path is the one a reader looks for: `[a.b]` and `[a.c]` both name `a`. */
  markFirst(path: KeyPath, offset: number): void {
    const key = pathKey(path);
    if (!this.#offsets.has(key)) this.#offsets.set(key, offset);
  }

  /** JSON keeps the last of several equal keys. */
  markLast(path: KeyPath, offset: number): void {
    this.#offsets.set(pathKey(path), offset);
  }

  offsetOf(path: KeyPath): number | undefined {
    return this.#offsets.get(pathKey(path));
  }

  /** Of the path itself, else of the nearest ancestor that is written down. */
  nearestOffset(path: KeyPath): number {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = this.offsetOf(path.slice(0, length));
      if (offset !== undefined) return offset;
    }
    return 0;
  }

  paths(): readonly string[] {
    return [...this.#offsets.keys()];
  }
}

/** A list index and a table key never meet under one parent, so the text of the index is enough. */
export function pathKey(path: KeyPath): string {
  return path.join('\u0000');
}

export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
