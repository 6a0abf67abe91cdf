import { EdnObject, hashText, mixHash } from './edn-object.js';

/**
 * A float that a plain number would confuse with an integer: `1.0`, `-0.0`, `1e3`. `Number(x)` unwraps it; `ednFloat`
 * makes it where it is needed.
 */
export class EdnFloat extends EdnObject {
  readonly kind = 'float';
  readonly value: number;

  constructor(value: number) {
    super();
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is a float by itself: use ednFloat()`);
    this.value = value;
  }

  override valueOf(): number {
    return this.value;
  }

  override equals(other: unknown): boolean {
    return other instanceof EdnFloat && other.value === this.value;
  }

  override hash(): number {
    return mixHash(12, this.value | 0);
  }
}

/** A number that prints as a float, whatever its value. */
export function ednFloat(value: number): EdnFloat | number {
  return Number.isSafeInteger(value) ? new EdnFloat(value) : value;
}

/** A ratio in lowest terms with a denominator over 1. `ednRatio` makes it, or the integer that it comes to. */
export class EdnRatio extends EdnObject {
  readonly kind = 'ratio';
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator: bigint) {
    super();
    if (denominator < 2n || greatestCommonDivisor(numerator, denominator) !== 1n) {
      throw new TypeError(`${numerator}/${denominator} is not a ratio in lowest terms: use ednRatio()`);
    }
    this.numerator = numerator;
    this.denominator = denominator;
  }

  override equals(other: unknown): boolean {
    return (
      other instanceof EdnRatio &&
      other.numerator === this.numerator &&
      other.denominator === this.denominator
    );
  }

  override hash(): number {
    return mixHash(13, hashText(this.toString()));
  }

  override toString(): string {
    return `${this.numerator}/${this.denominator}`;
  }
}

export function ednRatio(numerator: bigint, denominator: bigint): EdnRatio | number | bigint {
  if (denominator === 0n) throw new RangeError(`the ratio ${numerator}/0 divides by zero`);
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator, denominator) * sign;
  const lowest = denominator / divisor;
  return lowest === 1n ? ednInteger(numerator / divisor) : new EdnRatio(numerator / divisor, lowest);
}

/** An integer as the reader gives it: a number where that is exact. */
export function ednInteger(value: bigint): number | bigint {
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value;
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
