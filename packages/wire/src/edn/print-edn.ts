import { EdnDecimal } from './decimal.js';
import { depthLimit } from './depth-limit.js';
import { formatInstant } from './instant.js';
import { EdnKeyword, EdnSymbol, findKeyword } from './names.js';
import { EdnFloat, EdnRatio } from './numbers.js';
import { EdnPrintError } from './print-error.js';
import { printBigInteger, printCharacter, printFloat, printString } from './print-scalars.js';
import { isRecord } from './records.js';
import { EdnChar, EdnUuid } from './scalars.js';
import { EdnList, EdnMap, type EdnRecord, EdnSet, EdnTagged, type EdnValue } from './values.js';

export interface PrintEdnOptions {
  /**
   * `'full'` prints every value as Clojure does. `'emacs'` keeps to what psi's Emacs client reads with or without
   * parseedn, and says the rest in the nearest way it has:
   *
   * | value                            | with `'emacs'`                                     |
   * |----------------------------------|----------------------------------------------------|
   * | list                             | vector, as psi sends it                            |
   * | character                        | string                                             |
   * | `#inst`, `#uuid`                 | string: ISO 8601, 8-4-4-4-12                       |
   * | `10N`, `1.5M`, `1/2`             | `10`, `1.5`, `0.5`                                 |
   * | NaN and the infinities           | `nil`, as JSON does                                |
   * | half of a surrogate pair         | U+FFFD                                             |
   * | other tags                       | an error: the client would drop the whole frame    |
   * | names that Lisp reads otherwise (`?x`, `a'b`, `a#b`) | an error                       |
   */
  readonly profile?: 'full' | 'emacs';
  /** How deep the value may nest, 1 to 1000, default 512. It also stops a value that contains itself. */
  readonly maxDepth?: number;
}

/**
 * The EDN text of a value, always one line. A plain object is a map with keyword keys; its undefined properties are
 * left out. Throws `EdnPrintError`, with the path to it, for what the profile cannot say.
 */
export function printEdn(value: EdnValue, options: PrintEdnOptions = {}): string {
  return new Printer(options.profile === 'emacs', depthLimit(options.maxDepth)).print(value);
}

class Printer {
  private readonly emacs: boolean;
  private readonly maxDepth: number;
  private readonly entrySeparator: string;
  private depth = 0;

  constructor(emacs: boolean, maxDepth: number) {
    this.emacs = emacs;
    this.maxDepth = maxDepth;
    this.entrySeparator = emacs ? ' ' : ', ';
  }

  print(value: EdnValue | undefined): string {
    switch (typeof value) {
      case 'string':
        return this.string(value);
      case 'number':
        return Number.isSafeInteger(value) ? `${value}` : this.float(value);
      case 'boolean':
        return value ? 'true' : 'false';
      case 'bigint':
        return this.emacs ? `${value}` : printBigInteger(value);
      case 'object':
        return this.object(value);
      default:
        throw new EdnPrintError(`EDN has no text for a value of type ${typeof value}`);
    }
  }

  private object(value: EdnValue & (object | null)): string {
    if (value === null) return 'nil';
    if (value instanceof EdnKeyword) return this.name(value, ':');
    if (Array.isArray(value)) return this.items(value, '[', ']');
    if (isRecord(value)) return this.record(value as EdnRecord);
    if (value instanceof EdnMap) return this.map(value);
    if (value instanceof EdnSymbol) return this.name(value, '');
    if (value instanceof EdnList)
      return this.emacs ? this.items(value.items, '[', ']') : this.items(value.items, '(', ')');
    if (value instanceof EdnSet) return this.items(value.items, '#{', '}');
    if (value instanceof EdnTagged) return this.tagged(value);
    return this.scalar(value);
  }

  private scalar(value: object): string {
    if (value instanceof EdnFloat) return this.float(value.value);
    if (value instanceof EdnDecimal) return this.emacs ? value.text : `${value.text}M`;
    if (value instanceof EdnRatio) return this.emacs ? this.float(ratioAsNumber(value)) : value.toString();
    if (value instanceof EdnChar) return this.emacs ? this.string(value.char) : printCharacter(value.char);
    if (value instanceof EdnUuid) return this.emacs ? `"${value.text}"` : `#uuid "${value.text}"`;
    if (value instanceof Date) return this.instant(value);
    throw new EdnPrintError(`EDN has no text for an object of class ${value.constructor.name}`);
  }

  private string(text: string): string {
    return printString(text, this.emacs ? 'replace' : 'escape');
  }

  private float(value: number): string {
    if (Number.isFinite(value)) return printFloat(value);
    if (this.emacs) return 'nil';
    if (Number.isNaN(value)) return '##NaN';
    return value > 0 ? '##Inf' : '##-Inf';
  }

  private instant(date: Date): string {
    const text = formatInstant(date);
    if (text === undefined) throw new EdnPrintError('an #inst is a valid date in the years 0000 to 9999');
    return this.emacs ? `"${date.toISOString()}"` : `#inst "${text}"`;
  }

  private name(name: EdnKeyword | EdnSymbol, prefix: string): string {
    if (this.emacs && !name.isLispSafe)
      throw new EdnPrintError(`Emacs cannot read the ${name.kind} ${prefix}${name.text}`);
    return prefix + name.text;
  }

  private tagged(value: EdnTagged): string {
    if (this.emacs) throw new EdnPrintError(`Emacs cannot read the tag #${value.tag.text}`);
    this.enter();
    const text = `#${value.tag.text} ${this.print(value.value)}`;
    this.depth -= 1;
    return text;
  }

  private items(items: readonly EdnValue[], open: string, close: string): string {
    this.enter();
    let text = open;
    let position = 0;
    try {
      for (; position < items.length; position += 1) {
        if (position > 0) text += ' ';
        text += this.print(items[position]);
      }
    } catch (error) {
      throw outOf(error, `[${position}]`);
    }
    this.depth -= 1;
    return text + close;
  }

  private record(record: EdnRecord): string {
    this.enter();
    let text = '{';
    let key = '';
    try {
      for (key of Object.keys(record)) {
        const value = record[key];
        if (value === undefined) continue;
        const keyword = findKeyword(key);
        if (keyword === undefined)
          throw new EdnPrintError(`${JSON.stringify(key)} is not the name of an EDN keyword`);
        if (text !== '{') text += this.entrySeparator;
        text += `${this.name(keyword, ':')} `;
        text += this.print(value);
      }
    } catch (error) {
      throw outOf(error, `.${key}`);
    }
    this.depth -= 1;
    return `${text}}`;
  }

  private map(map: EdnMap): string {
    this.enter();
    let text = '{';
    let position = 0;
    try {
      for (; position < map.size; position += 1) {
        if (position > 0) text += this.entrySeparator;
        text += `${this.print(map.keys[position])} `;
        text += this.print(map.values[position]);
      }
    } catch (error) {
      throw outOf(error, `{entry ${position}}`);
    }
    this.depth -= 1;
    return `${text}}`;
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth <= this.maxDepth) return;
    throw new EdnPrintError(
      `the value nests deeper than the limit of ${this.maxDepth}; does it contain itself?`,
    );
  }
}

function outOf(error: unknown, step: string): unknown {
  return error instanceof EdnPrintError ? error.within(step) : error;
}

/** Through a quotient with 60 bits to spare, so that parts too big for a number still give the right ratio. */
function ratioAsNumber({ numerator, denominator }: EdnRatio): number {
  const direct = Number(numerator) / Number(denominator);
  return Number.isFinite(direct) ? direct : Number((numerator << 60n) / denominator) / 2 ** 60;
}
