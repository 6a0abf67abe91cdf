import { EdnObject, hashText, mixHash } from './edn-object.js';

/** `\a`: one UTF-16 code unit that is a character by itself, as in Clojure; an astral character is a string. */
export class EdnChar extends EdnObject {
  readonly kind = 'char';
  readonly char: string;

  constructor(char: string) {
    super();
    if (char.length !== 1 || /\p{Cs}/u.test(char)) {
      throw new TypeError(
        `an EDN character is one UTF-16 code unit and no surrogate, not ${JSON.stringify(char)}`,
      );
    }
    this.char = char;
  }

  override equals(other: unknown): boolean {
    return other instanceof EdnChar && other.char === this.char;
  }

  override hash(): number {
    return mixHash(10, this.char.charCodeAt(0));
  }

  override toString(): string {
    return this.char;
  }
}

const uuidShape = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** `#uuid "…"`, in lower case. */
export class EdnUuid extends EdnObject {
  readonly kind = 'uuid';
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text.toLowerCase();
    if (!uuidShape.test(this.text)) {
      throw new TypeError(`a UUID is 8-4-4-4-12 hexadecimal digits, not ${JSON.stringify(text)}`);
    }
  }

  override equals(other: unknown): boolean {
    return other instanceof EdnUuid && other.text === this.text;
  }

  override hash(): number {
    return mixHash(11, hashText(this.text));
  }

  override toString(): string {
    return this.text;
  }
}
