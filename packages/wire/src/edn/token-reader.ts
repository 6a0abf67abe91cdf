import { characterNamed, endOfToken, endsNumber, endsToken } from './characters.js';
import { EdnError } from './edn-error.js';
import { type EdnKeyword, type EdnSymbol, findKeyword, findSymbol } from './names.js';
import { parseNumber } from './number-token.js';
import { EdnFloat } from './numbers.js';
import { EdnChar } from './scalars.js';
import { readEscape } from './string-escape.js';
import type { EdnValue } from './values.js';

const minus = 0x2d;
const zero = 0x30;
/** As many digits as a number holds exactly, whatever they are. */
const safeDigits = 15;

/**
 * Reads what has no inside: one pass over the text by character code. A method starts with `pos` on the first
 * character of what it reads and leaves it behind the last.
 */
export class TokenReader {
  protected readonly text: string;
  protected pos = 0;
  private readonly plainFloats: boolean;
  /** The first backslash at or behind `pos`, kept, so that looking for one is linear over all strings together. */
  private nextBackslash = -1;

  constructor(text: string, plainFloats: boolean) {
    this.text = text;
    this.plainFloats = plainFloats;
  }

  protected string(): string {
    const { text } = this;
    const start = this.pos + 1;
    const end = this.findQuote(start);
    if (this.nextBackslash < start) this.findBackslash(start);
    if (this.nextBackslash < end) return this.escapedString();
    this.pos = end + 1;
    return text.slice(start, end);
  }

  protected keyword(): EdnKeyword {
    const start = this.pos;
    const text = this.tokenFrom(start + 1);
    return findKeyword(text) ?? this.refuse('is not a keyword', start);
  }

  /** `nil`, `true`, `false`, or a symbol. */
  protected word(): null | boolean | EdnSymbol {
    const start = this.pos;
    const text = this.tokenFrom(start);
    if (text === 'nil') return null;
    if (text === 'true') return true;
    if (text === 'false') return false;
    return findSymbol(text) ?? this.refuse('is not a symbol', start);
  }

  protected character(): EdnChar {
    const start = this.pos;
    if (start + 1 >= this.text.length) this.expected('a character after the backslash', start + 1);
    // The first character may be anything, so a bracket or a blank needs no name.
    this.pos = endOfToken(this.text, start + 2);
    const token = this.text.slice(start + 1, this.pos);
    const char = token.length === 1 ? token : (characterNamed(token) ?? numericCharacter(token));
    if (char === undefined || /\p{Cs}/u.test(char)) this.refuse('is not a character', start);
    return new EdnChar(char);
  }

  protected number(): EdnValue {
    const { text } = this;
    const start = this.pos;
    const digits = text.charCodeAt(start) === minus ? start + 1 : start;
    let value = 0;
    let end = digits;
    for (
      let digit = text.charCodeAt(end) - zero;
      digit >= 0 && digit <= 9;
      digit = text.charCodeAt(end) - zero
    ) {
      value = value * 10 + digit;
      end += 1;
    }
    const length = end - digits;
    const startsWithZero = text.charCodeAt(digits) === zero;
    const isPlain =
      length > 0 && length <= safeDigits && (!startsWithZero || length === 1) && this.endsNumberAt(end);
    if (!isPlain) return this.unusualNumber();
    this.pos = end;
    return digits === start || value === 0 ? value : -value;
  }

  /** Fails with what the text should have had at `offset`, and what it has. */
  protected expected(what: string, offset: number): never {
    throw new EdnError(`expected ${what}, found ${this.describe(offset)}`, this.text, offset);
  }

  /** Fails with a complaint about the text from `start` to `pos`. */
  protected refuse(complaint: string, start: number): never {
    throw new EdnError(`${excerpt(this.text.slice(start, this.pos))} ${complaint}`, this.text, start);
  }

  protected describe(offset: number): string {
    if (offset >= this.text.length) return 'the end of the text';
    let end = offset + 1;
    while (end < this.text.length && end < offset + excerptLength && !endsToken(this.text.charCodeAt(end)))
      end += 1;
    return excerpt(
      endsToken(this.text.charCodeAt(offset)) ? this.text.charAt(offset) : this.text.slice(offset, end),
    );
  }

  private tokenFrom(start: number): string {
    this.pos = endOfToken(this.text, start);
    return this.text.slice(start, this.pos);
  }

  private endsNumberAt(offset: number): boolean {
    return offset === this.text.length || endsNumber(this.text.charCodeAt(offset));
  }

  private unusualNumber(): EdnValue {
    const start = this.pos;
    let pos = start;
    while (!this.endsNumberAt(pos)) pos += 1;
    this.pos = pos;
    try {
      const value = parseNumber(this.text.slice(start, pos)) ?? this.refuse('is not a number', start);
      return this.plainFloats && value instanceof EdnFloat ? value.value : value;
    } catch (error) {
      if (error instanceof RangeError) this.refuse(`is not a number: ${error.message}`, start);
      throw error;
    }
  }

  private findBackslash(from: number): void {
    const found = this.text.indexOf('\\', from);
    this.nextBackslash = found === -1 ? this.text.length : found;
  }

  private findQuote(from: number): number {
    const quote = this.text.indexOf('"', from);
    if (quote !== -1) return quote;
    throw new EdnError(
      'expected a closing quote for this string, found the end of the text',
      this.text,
      this.pos,
    );
  }

  private escapedString(): string {
    const { text } = this;
    let from = this.pos + 1;
    let quote = -1;
    let result = '';
    for (;;) {
      if (quote < from) quote = this.findQuote(from);
      if (this.nextBackslash < from) this.findBackslash(from);
      if (this.nextBackslash > quote) break;
      const found = readEscape(text, this.nextBackslash);
      if (typeof found === 'string') this.expected(found, this.nextBackslash);
      result += text.slice(from, this.nextBackslash) + found.char;
      from = found.end;
    }
    this.pos = quote + 1;
    return result + text.slice(from, quote);
  }
}

/** `u03a9` or `o101`, what follows the backslash of a character given by its number. */
function numericCharacter(token: string): string | undefined {
  if (/^u[\da-fA-F]{4}$/.test(token)) return String.fromCharCode(Number.parseInt(token.slice(1), 16));
  if (/^o[0-3]?[0-7]{1,2}$/.test(token)) return String.fromCharCode(Number.parseInt(token.slice(1), 8));
  return undefined;
}

const excerptLength = 40;

function excerpt(text: string): string {
  return JSON.stringify(text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text);
}
