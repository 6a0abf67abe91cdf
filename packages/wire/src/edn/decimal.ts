import { EdnObject, hashText, mixHash } from './edn-object.js';

const decimalShape = /^([-+]?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;
// Java keeps the scale of a BigDecimal in an int.
const largestScale = 2 ** 31 - 1;

/**
 * `1.50M`: a decimal number with as many digits as it was written with. `text` has Java's canonical notation, without
 * the M: `1e3` becomes `1E+3`, `1.50E-3` becomes `0.00150`.
 */
export class EdnDecimal extends EdnObject {
  readonly kind = 'decimal';
  readonly text: string;
  /** Sign, digits and exponent without trailing zeros: equal for equal numbers. */
  private readonly magnitude: string;

  constructor(text: string) {
    super();
    const match = decimalShape.exec(text);
    if (match === null) throw new TypeError(`${JSON.stringify(text)} is not a decimal number`);
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
    const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
    const scale = fraction.length - Number(exponent);
    if (Math.abs(scale) > largestScale) throw new RangeError(`the exponent of ${text} is out of range`);
    const minus = sign === '-' && digits !== '0' && !/^0+$/.test(digits) ? '-' : '';
    const significant = digits.replace(/0+$/, '');
    this.text = minus + notation(digits, scale);
    this.magnitude =
      significant === '' ? '0' : `${minus}${significant}e${digits.length - significant.length - scale}`;
  }

  override equals(other: unknown): boolean {
    return other instanceof EdnDecimal && other.magnitude === this.magnitude;
  }

  override hash(): number {
    return mixHash(14, hashText(this.magnitude));
  }

  override toString(): string {
    return this.text;
  }
}

/** The notation of Java's `BigDecimal.toString`: plain down to 0.000001, scientific beyond and for a negative scale. */
function notation(digits: string, scale: number): string {
  const exponent = digits.length - 1 - scale;
  if (scale < 0 || exponent < -6) {
    const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
    return exponent === 0 ? mantissa : `${mantissa}E${exponent > 0 ? '+' : ''}${exponent}`;
  }
  if (scale === 0) return digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}
