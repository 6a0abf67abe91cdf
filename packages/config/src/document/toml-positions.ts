import { parse } from 'smol-toml';
import type { KeyPath } from './origin.js';
import { KeyOffsets, pathKey } from './text-positions.js';

/**
 * Where each key and list item of a TOML text stands. The parser gives values without positions; this scanner gives
 * positions without values. It expects text that the parser accepted and checks nothing again.
 */
export function scanTomlPositions(text: string): KeyOffsets {
  return new TomlScanner(text).scan();
}

interface KeyPart {
  readonly name: string;
  readonly offset: number;
}

class TomlScanner {
  readonly #text: string;
  readonly #offsets = new KeyOffsets();
  /** Index of the last element of each array of tables, so that `[a.b]` after `[[a]]` lands in that element. */
  readonly #lastElement = new Map<string, number>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): KeyOffsets {
    let table: KeyPath = [];
    for (this.#skipBlank(); this.#at < this.#text.length; this.#skipBlank()) {
      if (this.#text.startsWith('[[', this.#at)) table = this.#enterElement();
      else if (this.#text[this.#at] === '[') table = this.#enterTable();
      else this.#keyValue(table);
    }
    return this.#offsets;
  }

  #enterTable(): KeyPath {
    this.#at += 1;
    const path = this.#descend([], this.#key());
    this.#at += 1;
    return path;
  }

  #enterElement(): KeyPath {
    const start = this.#at;
    this.#at += 2;
    const parts = this.#key();
    this.#at += 2;
    const last = parts.at(-1);
    if (last === undefined) return [];
    const list = [...this.#descend([], parts.slice(0, -1)), last.name];
    this.#offsets.markFirst(list, last.offset);
    const index = (this.#lastElement.get(pathKey(list)) ?? -1) + 1;
    this.#lastElement.set(pathKey(list), index);
    const element = [...list, index];
    this.#offsets.markFirst(element, start);
    return element;
  }

  #descend(from: KeyPath, parts: readonly KeyPart[]): KeyPath {
    let path = from;
    for (const { name, offset } of parts) {
      path = [...path, name];
      this.#offsets.markFirst(path, offset);
      const element = this.#lastElement.get(pathKey(path));
      if (element !== undefined) path = [...path, element];
    }
    return path;
  }

  #keyValue(table: KeyPath): void {
    const path = this.#descend(table, this.#key());
    this.#at += 1; // the equals sign
    this.#value(path);
  }

  #key(): readonly KeyPart[] {
    const parts: KeyPart[] = [];
    do {
      if (parts.length > 0) this.#at += 1; // the dot
      this.#skipSpaces();
      const offset = this.#at;
      parts.push({ name: this.#keyName(), offset });
      this.#skipSpaces();
    } while (this.#text[this.#at] === '.');
    return parts;
  }

  #keyName(): string {
    const start = this.#at;
    const quote = this.#text[start];
    if (quote !== '"' && quote !== "'") {
      this.#skipTo(' \t.=]');
      return this.#text.slice(start, this.#at);
    }
    this.#string(quote);
    const name = this.#text.slice(start + 1, this.#at - 1);
    if (quote === "'" || !name.includes('\\')) return name;
    // Escapes are the parser's business; a one-line document lets it do them.
    return Object.keys(parse(`"${name}"=0`))[0] ?? name;
  }

  #value(path: KeyPath): void {
    this.#skipSpaces();
    const first = this.#text[this.#at];
    if (first === '"' || first === "'") this.#string(first);
    else if (first === '[') this.#list(path);
    else if (first === '{') this.#inlineTable(path);
    else this.#skipTo(',]}#\n');
  }

  #list(path: KeyPath): void {
    this.#at += 1;
    for (let index = 0; ; index += 1) {
      this.#skipSeparators();
      if (this.#ends(']')) return;
      const item = [...path, index];
      this.#offsets.markFirst(item, this.#at);
      this.#value(item);
    }
  }

  #inlineTable(path: KeyPath): void {
    this.#at += 1;
    for (;;) {
      this.#skipSeparators();
      if (this.#ends('}')) return;
      this.#keyValue(path);
    }
  }

  #ends(bracket: string): boolean {
    if (this.#at < this.#text.length && this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #string(quote: string): void {
    const triple = quote.repeat(3);
    const isMultiline = this.#text.startsWith(triple, this.#at);
    const closing = isMultiline ? triple : quote;
    this.#at += closing.length;
    while (this.#at < this.#text.length && !this.#text.startsWith(closing, this.#at)) {
      this.#at += quote === '"' && this.#text[this.#at] === '\\' ? 2 : 1;
    }
    this.#at += closing.length;
    if (!isMultiline) return;
    // Up to two quotes may belong to the text right before the closing three.
    for (let extra = 0; extra < 2 && this.#text[this.#at] === quote; extra += 1) this.#at += 1;
  }

  #skipSpaces(): void {
    this.#skip(' \t');
  }

  #skipBlank(): void {
    this.#skipWithComments(' \t\r\n');
  }

  #skipSeparators(): void {
    this.#skipWithComments(' \t\r\n,');
  }

  #skipWithComments(characters: string): void {
    for (this.#skip(characters); this.#text[this.#at] === '#'; this.#skip(characters)) this.#skipTo('\n');
  }

  #skip(characters: string): void {
    while (this.#at < this.#text.length && characters.includes(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #skipTo(characters: string): void {
    while (this.#at < this.#text.length && !characters.includes(this.#text.charAt(this.#at))) this.#at += 1;
  }
}
