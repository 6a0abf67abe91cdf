import { isDigit, isLetter, isWhitespace } from './characters.js';
import { EdnError, positionAt } from './edn-error.js';
import { parseInstant } from './instant.js';
import { EdnKeyword, EdnSymbol, findKeyword, findSymbol, keyword } from './names.js';
import { createRecord, isRecord } from './records.js';
import { EdnUuid } from './scalars.js';
import { firstDuplicate } from './structural-index.js';
import { TokenReader } from './token-reader.js';
import { EdnList, EdnMap, type EdnRecord, EdnSet, EdnTagged, type EdnValue } from './values.js';

export interface ReaderSettings {
  readonly maxDepth: number;
  readonly recordsForMaps: boolean;
  readonly plainFloats: boolean;
  readonly refuseTags: boolean;
}

const space = 0x20;
const doubleQuote = 0x22;
const hash = 0x23;
const openParen = 0x28;
const closeParen = 0x29;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const colon = 0x3a;
const semicolon = 0x3b;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const caret = 0x5e;
const underscore = 0x5f;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What stands for a character at the end of the text. */
const atEnd = -1;
/** The opener of a form that is inside nothing. */
const topLevel = -1;

/**
 * Reads forms by recursive descent, as deep as the settings allow. `opener` is the offset of what surrounds a form
 * (a bracket, a tag, a discard), so that an error can say what was left open.
 */
export class FormReader extends TokenReader {
  private readonly settings: ReaderSettings;
  private depth = 0;

  constructor(text: string, settings: ReaderSettings) {
    super(text, settings.plainFloats);
    this.settings = settings;
  }

  readOnlyForm(): EdnValue {
    const value = this.next(topLevel);
    if (this.significant() !== atEnd) this.expected('nothing after the first form', this.pos);
    return value;
  }

  /** Skips whitespace, comments and discarded forms, and returns the code of the character that `pos` is then on. */
  private significant(): number {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.pos);
      if (code === space || code === comma) this.pos += 1;
      else if (code === hash && text.charCodeAt(this.pos + 1) === underscore) this.discard();
      else if (code === semicolon) this.skipComment();
      else if (code > space && code < 0x7f) return code;
      else if (isWhitespace(code)) this.pos += 1;
      else return this.pos < text.length ? code : atEnd;
    }
  }

  private skipComment(): void {
    const { text } = this;
    let pos = this.pos;
    for (; pos < text.length; pos += 1) {
      const code = text.charCodeAt(pos);
      if (code === 0x0a || code === 0x0d) break;
    }
    this.pos = pos;
  }

  private discard(): void {
    const start = this.pos;
    this.pos += 2;
    this.inside(start);
  }

  private next(opener: number): EdnValue {
    return this.form(this.significant(), opener);
  }

  /** The form that belongs to a prefix which started at `start` and has just been read. */
  private inside(start: number): EdnValue {
    this.enter(start);
    const value = this.next(start);
    this.depth -= 1;
    return value;
  }

  private enter(start: number): void {
    this.depth += 1;
    if (this.depth > this.settings.maxDepth) {
      throw new EdnError(`nested deeper than the limit of ${this.settings.maxDepth}`, this.text, start);
    }
  }

  private form(code: number, opener: number): EdnValue {
    switch (code) {
      case doubleQuote:
        return this.string();
      case colon:
        return this.keyword();
      case openBrace:
        return this.map(this.pos, undefined);
      case openBracket:
        return this.sequence(closeBracket);
      case openParen:
        return new EdnList(this.sequence(closeParen));
      case backslash:
        return this.character();
      case hash:
        return this.dispatch();
      case caret:
        return this.metadata(1);
      case plus:
      case minus:
        return isDigit(this.text.charCodeAt(this.pos + 1)) ? this.number() : this.word();
      case atEnd:
      case closeParen:
      case closeBracket:
      case closeBrace:
        return this.expected(this.missingAfter(opener), this.pos);
      default:
        return isDigit(code) ? this.number() : this.word();
    }
  }

  private missingAfter(opener: number): string {
    if (opener === topLevel) return 'a form';
    const { line, column } = positionAt(this.text, opener);
    const opening =
      /^(?:[([{]|#[{_#]|#:[^{]*\{|#?\^|#[^\s,"()[\]{}]*)/.exec(this.text.slice(opener, opener + 200))?.[0] ??
      '';
    const place = `the "${opening}" at line ${line}, column ${column}`;
    const bracket = opening.at(-1);
    if (bracket === '(') return `")" to close ${place}`;
    if (bracket === '[') return `"]" to close ${place}`;
    if (bracket === '{') return `"}" to close ${place}`;
    return `a form after ${place}`;
  }

  private sequence(close: number): EdnValue[] {
    const opener = this.pos;
    this.enter(opener);
    this.pos += 1;
    const items: EdnValue[] = [];
    for (;;) {
      const code = this.significant();
      if (code === close) break;
      items.push(this.form(code, opener));
    }
    this.pos += 1;
    this.depth -= 1;
    return items;
  }

  private set(start: number): EdnSet {
    this.enter(start);
    this.pos = start + 2;
    const items: EdnValue[] = [];
    const offsets: number[] = [];
    for (;;) {
      const code = this.significant();
      if (code === closeBrace) break;
      offsets.push(this.pos);
      items.push(this.form(code, start));
    }
    this.pos += 1;
    this.depth -= 1;
    this.checkDistinct('element', items, offsets);
    return new EdnSet(items);
  }

  /** A map whose `{` is at `pos`; `start` is where it begins, which is earlier for `#:namespace{`. */
  private map(start: number, namespace: string | undefined): EdnMap | EdnRecord {
    this.enter(start);
    this.pos += 1;
    const map = this.settings.recordsForMaps
      ? this.record(start, namespace)
      : this.generalMap(start, namespace, {});
    this.pos += 1;
    this.depth -= 1;
    return map;
  }

  private record(start: number, namespace: string | undefined): EdnMap | EdnRecord {
    const record = createRecord<EdnValue>();
    for (;;) {
      const code = this.significant();
      if (code === closeBrace) return record;
      if (code !== colon) return this.generalMap(start, namespace, record);
      const keyOffset = this.pos;
      const keyword = this.keyword();
      const key = namespace === undefined ? keyword.text : this.qualify(keyword, namespace, keyOffset).text;
      const value = this.mapValue(keyOffset, start);
      // No EDN value is undefined, so this asks whether the key is there.
      if (record[key] !== undefined) this.repeated('key', keyOffset);
      record[key] = value;
    }
  }

  /** A map with keys of any kind; `begun` has the entries that were read in the hope of a plain object. */
  private generalMap(start: number, namespace: string | undefined, begun: Record<string, EdnValue>): EdnMap {
    const keys: EdnValue[] = Object.keys(begun).map(keyword);
    const values: EdnValue[] = Object.values(begun);
    const offsets: number[] = keys.map(() => start);
    for (;;) {
      const code = this.significant();
      if (code === closeBrace) break;
      const offset = this.pos;
      const key = this.form(code, start);
      keys.push(namespace === undefined ? key : this.qualify(key, namespace, offset));
      values.push(this.mapValue(offset, start));
      offsets.push(offset);
    }
    this.checkDistinct('key', keys, offsets);
    return new EdnMap(keys, values);
  }

  private mapValue(keyOffset: number, opener: number): EdnValue {
    const code = this.significant();
    if (code === closeBrace) this.expected(`a value for the key ${this.describe(keyOffset)}`, this.pos);
    return this.form(code, opener);
  }

  private checkDistinct(what: string, values: readonly EdnValue[], offsets: readonly number[]): void {
    const duplicate = firstDuplicate(values);
    if (duplicate !== -1) this.repeated(what, offsets[duplicate] ?? this.pos);
  }

  private repeated(what: string, offset: number): never {
    throw new EdnError(`expected each ${what} once, found ${this.describe(offset)} again`, this.text, offset);
  }

  /** What follows a `#` that starts neither a discard nor, in a symbol, anything at all. */
  private dispatch(): EdnValue {
    const start = this.pos;
    const code = this.text.charCodeAt(start + 1);
    if (code === openBrace) return this.set(start);
    if (code === colon) return this.namespacedMap(start);
    if (code === hash) return this.symbolicNumber(start);
    if (code === caret) return this.metadata(2);
    if (isLetter(code)) return this.tagged(start);
    return this.expected('{, _, :, #, ^ or a tag after "#"', start + 1);
  }

  /** The form after `^meta`; what the metadata says is lost. `length` is that of the prefix, `^` or the old `#^`. */
  private metadata(length: number): EdnValue {
    const start = this.pos;
    this.pos += length;
    const metadata = this.inside(start);
    if (!describesMetadata(metadata))
      this.refuse('is not metadata: that is a symbol, keyword, string or map', start);
    const value = this.inside(start);
    if (!carriesMetadata(value)) this.refuse('gives metadata to what cannot have any', start);
    return value;
  }

  private namespacedMap(start: number): EdnMap | EdnRecord {
    this.pos = start + 2;
    const namespace = this.inside(start);
    if (!(namespace instanceof EdnSymbol) || namespace.text.includes('/')) {
      this.refuse('is not a namespace for a map', start);
    }
    while (isWhitespace(this.text.charCodeAt(this.pos))) this.pos += 1;
    if (this.text.charCodeAt(this.pos) !== openBrace) this.expected('a map after its namespace', this.pos);
    return this.map(start, namespace.text);
  }

  /** In `#:a{…}`, `:b` is `:a/b` and `:_/b` is `:b`; the same for symbols. Other keys are as they are written. */
  private qualify<T extends EdnValue>(key: T, namespace: string, offset: number): T | EdnKeyword | EdnSymbol {
    if (!(key instanceof EdnKeyword || key instanceof EdnSymbol)) return key;
    if (key.namespace !== null && key.namespace !== '_') return key;
    const text = key.namespace === null ? `${namespace}/${key.text}` : key.name;
    const qualified = key instanceof EdnKeyword ? findKeyword(text) : findSymbol(text);
    return qualified ?? this.refuse(`cannot be a name in the namespace ${namespace}`, offset);
  }

  private symbolicNumber(start: number): number {
    this.pos = start + 2;
    const name = this.inside(start);
    if (name instanceof EdnSymbol) {
      if (name.text === 'Inf') return Number.POSITIVE_INFINITY;
      if (name.text === '-Inf') return Number.NEGATIVE_INFINITY;
      if (name.text === 'NaN') return Number.NaN;
    }
    return this.refuse('is not one of ##Inf, ##-Inf and ##NaN', start);
  }

  private tagged(start: number): EdnValue {
    this.pos = start + 1;
    const tag = this.word();
    if (!(tag instanceof EdnSymbol)) this.refuse('is not a tag', start);
    if (this.settings.refuseTags && tag.text !== 'inst' && tag.text !== 'uuid')
      this.refuse('is not a known tag', start);
    const value = this.inside(start);
    if (tag.text !== 'inst' && tag.text !== 'uuid') return new EdnTagged(tag, value);
    if (typeof value !== 'string') this.refuse('is not a string after its tag', start);
    try {
      return tag.text === 'inst' ? parseInstant(value) : new EdnUuid(value);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError)
        this.refuse(`is no ${tag.text}: ${error.message}`, start);
      throw error;
    }
  }
}

function describesMetadata(value: EdnValue): boolean {
  if (typeof value === 'string' || value instanceof EdnSymbol || value instanceof EdnKeyword) return true;
  return value instanceof EdnMap || isRecord(value);
}

function carriesMetadata(value: EdnValue): boolean {
  if (Array.isArray(value) || value instanceof EdnSymbol || value instanceof EdnList) return true;
  return value instanceof EdnSet || value instanceof EdnMap || isRecord(value);
}
