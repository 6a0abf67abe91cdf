import { endsNumber, isDigit } from './characters.js';

export interface Escape {
  readonly char: string;
  /** Where the text goes on. */
  readonly end: number;
}

/** The escape whose backslash is at `start`; or, as a string, what was expected there instead. */
export function readEscape(text: string, start: number): Escape | string {
  const letter = text.charAt(start + 1);
  if (letter === 'u') return unicodeEscape(text, start + 2);
  if (isDigit(letter.charCodeAt(0))) return octalEscape(text, start + 1);
  const char = simpleEscape(letter);
  return char === undefined
    ? 'one of \\t \\r \\n \\\\ \\" \\b \\f, \\u and 4 hexadecimal digits, or octal digits'
    : { char, end: start + 2 };
}

function simpleEscape(letter: string): string | undefined {
  switch (letter) {
    case '"':
    case '\\':
      return letter;
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    default:
      return undefined;
  }
}

function unicodeEscape(text: string, start: number): Escape | string {
  const digits = text.slice(start, start + 4);
  if (!/^[\da-fA-F]{4}$/.test(digits)) return '4 hexadecimal digits after \\u';
  return { char: String.fromCharCode(Number.parseInt(digits, 16)), end: start + 4 };
}

/** One to three digits; fewer than three only before something that would end a number, so `"\1a"` is an error. */
function octalEscape(text: string, start: number): Escape | string {
  let end = start;
  while (end < start + 3 && end < text.length && !endsNumber(text.charCodeAt(end))) end += 1;
  const digits = text.slice(start, end);
  const code = /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
  return code <= 0o377 ? { char: String.fromCharCode(code), end } : 'an octal escape from \\0 to \\377';
}
