import { nameOfCharacter } from './characters.js';

// JSON.stringify leaves these raw: DEL and the C1 controls, and what some line readers take for the end of a line.
const rawInJson = /[\u007f-\u009f\u2028\u2029]/;
const everyRawInJson = new RegExp(rawInJson, 'g');

/**
 * A string on one line: no control characters, no line separators and no lone surrogates, which UTF-8 cannot carry.
 * The escapes of JSON are all escapes of EDN.
 */
export function printString(text: string): string {
  const json = JSON.stringify(text);
  return rawInJson.test(json) ? json.replace(everyRawInJson, unicodeEscape) : json;
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
