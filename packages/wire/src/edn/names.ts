import { endsToken, isOutlawed } from './characters.js';
import { EdnObject, hashText, mixHash } from './edn-object.js';
import { InternTable } from './intern-table.js';

/** What a keyword and a symbol share: a text `name` or `namespace/name`. Made by `keyword()` and `symbol()` only. */
abstract class EdnName extends EdnObject {
  readonly text: string;
  /** Whether a Lisp reader takes this as one name: nothing in it quotes, comments or dispatches there. */
  readonly isLispSafe: boolean;

  constructor(text: string, isLispSafe: boolean) {
    super();
    this.text = text;
    this.isLispSafe = isLispSafe;
  }

  get namespace(): string | null {
    const slash = this.text.indexOf('/');
    return slash === -1 || this.text === '/' ? null : this.text.slice(0, slash);
  }

  get name(): string {
    return this.namespace === null ? this.text : this.text.slice(this.text.indexOf('/') + 1);
  }

  override equals(other: unknown): boolean {
    return this === other;
  }
}

const lispSafe = /^[\p{L}\p{N}*+!_?<>=/.$%&:-]+$/u;

/** `:name` or `:namespace/name`. One object per text, so `===` compares. */
export class EdnKeyword extends EdnName {
  readonly kind = 'keyword';

  constructor(text: string) {
    super(text, lispSafe.test(text));
  }

  override hash(): number {
    return mixHash(1, hashText(this.text));
  }

  override toString(): string {
    return `:${this.text}`;
  }
}

/** `name` or `namespace/name`. One object per text, so `===` compares. */
export class EdnSymbol extends EdnName {
  readonly kind = 'symbol';

  constructor(text: string) {
    super(text, lispSafe.test(text) && !/^\?|^\.$/.test(text));
  }

  override hash(): number {
    return mixHash(2, hashText(this.text));
  }

  override toString(): string {
    return this.text;
  }
}

// Identity needs one table per process; it is invisible otherwise, and forgets what nobody holds.
const keywords = new InternTable((text) =>
  isToken(text) && isName(`:${text}`) ? new EdnKeyword(detached(text)) : undefined,
);
const symbols = new InternTable((text) =>
  isToken(text) && isSymbol(text) ? new EdnSymbol(detached(text)) : undefined,
);

/** The keyword written `:text`. Throws a TypeError for a text that no reader would take back as that keyword. */
export function keyword(text: string): EdnKeyword {
  const found = keywords.get(text);
  if (found === undefined) throw new TypeError(`${JSON.stringify(text)} is not the name of an EDN keyword`);
  return found;
}

/** The symbol written `text`. Throws a TypeError for a text that no reader would take back as that symbol. */
export function symbol(text: string): EdnSymbol {
  const found = symbols.get(text);
  if (found === undefined) throw new TypeError(`${JSON.stringify(text)} is not the name of an EDN symbol`);
  return found;
}

export function findKeyword(text: string): EdnKeyword | undefined {
  return keywords.get(text);
}

export function findSymbol(text: string): EdnSymbol | undefined {
  return symbols.get(text);
}

// Clojure's own rule: a name does not start with a digit, a namespace does not end with a colon, and only `/` alone
// or at the very end is a name by itself. The colon of a keyword counts as its first character, hence `:1`.
const nameShape = /^:?([^\d/].*\/)?(\/|[^\d/][^/]*)$/s;

function isName(token: string): boolean {
  const match = nameShape.exec(token);
  if (match === null) return false;
  const [, namespace, name = ''] = match;
  return namespace?.endsWith(':/') !== true && !name.endsWith(':') && !token.includes('::');
}

// A slice would keep the whole text it was cut from alive; a property name is always a string of its own.
function detached(text: string): string {
  return Object.keys({ [text]: null })[0] ?? text;
}

function isSymbol(text: string): boolean {
  if (text === 'nil' || text === 'true' || text === 'false' || text.startsWith(':')) return false;
  return !/^(?:[-+]?\p{Nd}|#)/u.test(text) && isName(text);
}

const loneSurrogate = /\p{Cs}/u;

function isToken(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (endsToken(code) || isOutlawed(code)) return false;
  }
  return !loneSurrogate.test(text);
}
