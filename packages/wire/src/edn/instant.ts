const instantShape =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?)?)?)?(?:Z|([-+])(\d\d):(\d\d))?$/;

/**
 * The text of an `#inst`: RFC 3339, where everything after the year may be missing, as Clojure has it. Throws a
 * RangeError that says what is wrong.
 */
export function parseInstant(text: string): Date {
  const match = instantShape.exec(text);
  if (match === null) throw new RangeError('it is not a date and time like 2026-01-31T10:20:30.123Z');
  const [, year, month = '1', day = '1', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const [sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(8);
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(Number(year), within('month', month, 1, 12) - 1, 1);
  const monthLength = new Date(date);
  monthLength.setUTCMonth(date.getUTCMonth() + 1, 0);
  date.setUTCDate(within('day', day, 1, monthLength.getUTCDate()));
  date.setUTCHours(
    within('hour', hours, 0, 23),
    within('minute', minutes, 0, 59),
    within('second', seconds, 0, minutes === '59' ? 60 : 59),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  );
  const offset =
    within('offset hour', offsetHours, 0, 23) * 60 + within('offset minute', offsetMinutes, 0, 59);
  date.setTime(date.getTime() - (sign === '-' ? -offset : offset) * 60_000);
  if (!hasFourDigitYear(date)) throw new RangeError('in UTC it is outside the years 0000 to 9999');
  return date;
}

/** Clojure's notation: UTC, milliseconds, an offset of `-00:00`. Undefined for a date that has no such text. */
export function formatInstant(date: Date): string | undefined {
  return hasFourDigitYear(date) ? date.toISOString().replace('Z', '-00:00') : undefined;
}

function hasFourDigitYear(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999;
}

function within(unit: string, digits: string, least: number, most: number): number {
  const value = Number(digits);
  if (value < least || value > most) throw new RangeError(`its ${unit} is ${value}, not ${least} to ${most}`);
  return value;
}
