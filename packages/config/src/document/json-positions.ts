import type { KeyPath } from './origin.js';
import { KeyOffsets } from './text-positions.js';

export type JsonScan =
  | { readonly kind: 'valid'; readonly offsets: KeyOffsets }
  | { readonly kind: 'invalid'; readonly offset: number; readonly message: string };

/**
 * Where each key and list item of a JSON text stands, or where the text stops being JSON. `JSON.parse` tells neither
 * in a way that is the same on every Node.
 */
export function scanJsonPositions(text: string): JsonScan {
  try {
    return { kind: 'valid', offsets: new JsonScanner(text).scan() };
  } catch (error) {
    if (!(error instanceof JsonBreak)) throw error;
    return { kind: 'invalid', offset: error.offset, message: error.message };
  }
}

/** Never leaves this file: unwinds the scanner to `scanJsonPositions`. */
class JsonBreak extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const literalToken = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const blank = /[ \t\r\n]*/y;

class JsonScanner {
  readonly #text: string;
  readonly #offsets = new KeyOffsets();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): KeyOffsets {
    this.#value([]);
    this.#token(blank);
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the file');
    return this.#offsets;
  }

  #value(path: KeyPath): void {
    this.#token(blank);
    const first = this.#text[this.#at];
    if (first === '{') this.#object(path);
    else if (first === '[') this.#array(path);
    else if (first === '"') this.#string('a string');
    else if (this.#token(literalToken) === undefined) throw this.#unexpected('a value');
  }

  #object(path: KeyPath): void {
    this.#sequence('}', () => {
      const offset = this.#at;
      const member = [...path, this.#string('a key in double quotes')];
      this.#offsets.markLast(member, offset);
      this.#token(blank);
      if (!this.#takes(':')) throw this.#unexpected('":" after the key');
      this.#value(member);
    });
  }

  #array(path: KeyPath): void {
    let index = 0;
    this.#sequence(']', () => {
      const item = [...path, index];
      this.#offsets.markLast(item, this.#at);
      this.#value(item);
      index += 1;
    });
  }

  #sequence(closing: string, element: () => void): void {
    this.#at += 1;
    this.#token(blank);
    if (this.#takes(closing)) return;
    for (;;) {
      this.#token(blank);
      element();
      this.#token(blank);
      if (this.#takes(closing)) return;
      if (!this.#takes(',')) throw this.#unexpected(`"," or "${closing}"`);
    }
  }

  #string(expected: string): string {
    const token = this.#token(stringToken);
    if (token === undefined) throw this.#unexpected(expected);
    return JSON.parse(token);
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    if (token !== undefined) this.#at += token.length;
    return token;
  }

  #unexpected(expected: string): JsonBreak {
    const character = this.#text[this.#at];
    const found = character === undefined ? 'the file ends' : `found ${JSON.stringify(character)}`;
    return new JsonBreak(this.#at, `expected ${expected}, but ${found}`);
  }
}
