import { nameOfCharacter } from './characters.js';

const notPlain = /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/;
// JSON.stringify leaves these raw: DEL and the C1 controls, and what some line readers take for the end of a line.
const rawInJson = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * A string on one line: no control characters, no line separators, and no half of a surrogate pair, which UTF-8
 * cannot carry: that is escaped, or replaced by U+FFFD for a reader that would choke on the escape.
 */
export function printString(text: string, halfPairs: 'escape' | 'replace'): string {
  if (!notPlain.test(text)) return `"${text}"`;
  // The escapes of JSON are all escapes of EDN.
  const json = JSON.stringify(halfPairs === 'replace' ? text.replace(/\p{Cs}/gu, '\ufffd') : text);
  return json.replace(rawInJson, unicodeEscape);
}

export function printCharacter(char: string): string {
  const name = nameOfCharacter(char);
  if (name !== undefined) return `\\${name}`;
  return /[\p{C}\p{Z}]/u.test(char) ? unicodeEscape(char) : `\\${char}`;
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A finite float as Java writes it: `1.0`, `0.001`, `1.0E7`, `1.0E-4`. */
export function printFloat(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : `${value}`;
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
}

/** An integer of Clojure: one that a Long holds needs no N, unless the N is all that tells it from a number. */
export function printBigInteger(value: bigint): string {
  const isLong = value >= -(2n ** 63n) && value < 2n ** 63n;
  return isLong && !Number.isSafeInteger(Number(value)) ? `${value}` : `${value}N`;
}
