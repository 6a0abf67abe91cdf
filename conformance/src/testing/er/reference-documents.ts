import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Change {
  readonly range?: { readonly start: Place; readonly end: Place };
  readonly text: string;
}

/** Open documents above the files. */
export class ReferenceDocuments {
  readonly #texts = new Map<string, string>();

  open(uri: string, text: string): void {
    this.#texts.set(uri, text);
  }

  change(uri: string, changes: readonly Change[]): void {
    this.#texts.set(uri, changes.reduce(applyChange, this.#texts.get(uri) ?? ''));
  }

  close(uri: string): void {
    this.#texts.delete(uri);
  }

  isOpen(file: string): boolean {
    return this.#texts.has(pathToFileURL(file).href);
  }

  read(file: string): string {
    return this.#texts.get(pathToFileURL(file).href) ?? readFileSync(file, 'utf8');
  }
}

function applyChange(text: string, { range, text: inserted }: Change): string {
  if (range === undefined) return inserted;
  return text.slice(0, offsetOf(text, range.start)) + inserted + text.slice(offsetOf(text, range.end));
}

function offsetOf(text: string, { line, character }: Place): number {
  const before = text.split('\n').slice(0, line);
  return before.reduce((offset, { length }) => offset + length + 1, character);
}
