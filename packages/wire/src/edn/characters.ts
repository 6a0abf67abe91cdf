/**
 * Character classes as `clojure.edn` has them. Whitespace is what Java calls whitespace: all Unicode spaces except
 * the no-break ones, which are therefore part of a symbol.
 */
const whitespace = 1;
const endsTokenFlag = 2;
const endsNumberFlag = 4;
const outlawed = 8;

const asciiClasses = classifyAscii();

function classifyAscii(): Uint8Array {
  const classes = new Uint8Array(128);
  for (const code of [9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 44])
    classes[code] = whitespace | endsTokenFlag | endsNumberFlag;
  for (const char of '";^()[]{}\\') classes[char.charCodeAt(0)] = endsTokenFlag | endsNumberFlag;
  classes['#'.charCodeAt(0)] = endsNumberFlag;
  for (const char of '@`~') classes[char.charCodeAt(0)] = outlawed;
  return classes;
}

function classOf(code: number): number {
  if (code < 128) return asciiClasses[code] ?? 0;
  return isWideSpace(code) ? whitespace | endsTokenFlag | endsNumberFlag : 0;
}

function isWideSpace(code: number): boolean {
  if (code < 0x1680) return false;
  if (code >= 0x2000 && code <= 0x200a) return code !== 0x2007;
  return code === 0x1680 || code === 0x2028 || code === 0x2029 || code === 0x205f || code === 0x3000;
}

export function isWhitespace(code: number): boolean {
  return (classOf(code) & whitespace) !== 0;
}

/** Ends a symbol, keyword or character: `#` does not, `a#b` is one symbol. */
export function endsToken(code: number): boolean {
  return (classOf(code) & endsTokenFlag) !== 0;
}

/** Where the token that goes on at `pos` ends. */
export function endOfToken(text: string, pos: number): number {
  let end = pos;
  for (;;) {
    // The common case by itself: no class at all, and ASCII. Beyond ASCII, and at the end, the table has nothing.
    while (asciiClasses[text.charCodeAt(end)] === 0) end += 1;
    if (end >= text.length || endsToken(text.charCodeAt(end))) return end;
    end += 1;
  }
}

/** Ends a number, and an escape of variable length in a string. */
export function endsNumber(code: number): boolean {
  return (classOf(code) & endsNumberFlag) !== 0;
}

/** `@`, backquote and `~` may stand nowhere outside strings, comments and as a character. */
export function isOutlawed(code: number): boolean {
  return (classOf(code) & outlawed) !== 0;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const letter = /^\p{L}/u;

export function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return letter.test(String.fromCharCode(code));
}

const namedCharacters = new Map([
  ['newline', '\n'],
  ['return', '\r'],
  ['space', ' '],
  ['tab', '\t'],
  ['formfeed', '\f'],
  ['backspace', '\b'],
]);
const characterNames = new Map([...namedCharacters].map(([name, char]) => [char, name]));

export function characterNamed(name: string): string | undefined {
  return namedCharacters.get(name);
}

export function nameOfCharacter(char: string): string | undefined {
  return characterNames.get(char);
}
