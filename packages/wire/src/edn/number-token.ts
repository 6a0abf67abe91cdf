import { EdnDecimal } from './decimal.js';
import { type EdnFloat, type EdnRatio, ednFloat, ednInteger, ednRatio } from './numbers.js';

type EdnNumber = number | bigint | EdnFloat | EdnDecimal | EdnRatio;

const integerShape = /^([-+]?)(?:(0|[1-9]\d*)|0[xX]([\da-fA-F]+)|0([0-7]+)|([1-9]\d?)[rR]([\da-zA-Z]+))(N)?$/;
const floatShape = /^[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(M)?$/;
const ratioShape = /^([-+]?\d+)\/(\d+)$/;

/** Longer numbers serve nobody, and arithmetic on them would not be linear in the size of the text. */
const longestNumber = 1000;

/**
 * The value of a token that starts with a digit, or with a sign and a digit; undefined when it has not the shape of a
 * number. Throws a RangeError for one that has, but means nothing.
 */
export function parseNumber(token: string): EdnNumber | undefined {
  if (token.length > longestNumber) throw new RangeError(`a number has at most ${longestNumber} characters`);
  return parseInteger(token) ?? parseFloating(token) ?? parseRatio(token);
}

function parseInteger(token: string): number | bigint | undefined {
  const match = integerShape.exec(token);
  if (match === null) return undefined;
  const [, sign, decimal, hex, octal, radix, digits, big] = match;
  const magnitude =
    decimal !== undefined
      ? BigInt(decimal)
      : hex !== undefined
        ? BigInt(`0x${hex}`)
        : octal !== undefined
          ? BigInt(`0o${octal}`)
          : // An N after a radix is never a suffix: it is a digit from radix 24 on, and wrong below.
            inRadix(Number(radix), digits ?? '');
  const value = sign === '-' ? -magnitude : magnitude;
  return big === undefined ? ednInteger(value) : value;
}

function inRadix(radix: number, digits: string): bigint {
  if (radix < 2 || radix > 36) throw new RangeError('a radix is from 2 to 36');
  let value = 0n;
  for (const char of digits) {
    const digit = Number.parseInt(char, radix);
    if (Number.isNaN(digit)) throw new RangeError(`"${char}" is not a digit in radix ${radix}`);
    value = value * BigInt(radix) + BigInt(digit);
  }
  return value;
}

function parseFloating(token: string): number | EdnFloat | EdnDecimal | undefined {
  const match = floatShape.exec(token);
  // `08` looks like a float without point and exponent, but is an octal number gone wrong.
  if (match === null || /^[-+]?\d+$/.test(token)) return undefined;
  if (match[1] !== undefined) return new EdnDecimal(token.slice(0, -1));
  return ednFloat(Number(token));
}

function parseRatio(token: string): number | bigint | EdnRatio | undefined {
  const match = ratioShape.exec(token);
  if (match === null) return undefined;
  const [, numerator = '', denominator = ''] = match;
  return ednRatio(BigInt(numerator.replace('+', '')), BigInt(denominator));
}
