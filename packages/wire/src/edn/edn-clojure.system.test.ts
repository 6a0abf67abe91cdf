import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { soakPlan } from '@tandem/testkit';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { EdnError } from './edn-error.js';
import { EdnKeyword, EdnSymbol } from './names.js';
import { EdnFloat } from './numbers.js';
import { printEdn } from './print-edn.js';
import { readEdn } from './read-edn.js';
import { EdnChar } from './scalars.js';
import { ednValue } from './testing/edn-arbitraries.js';
import { EdnList, EdnMap, EdnSet, EdnTagged, type EdnValue } from './values.js';

const plan = soakPlan('edn against clojure.edn', { sample: 4_000, full: 60_000 });

/** Texts on which we differ from clojure.edn on purpose; every other text must have the same outcome. */
const deliberate: readonly { readonly text: string; readonly reason: string }[] = [
  { text: '#uuid "1-1-1-1-1"', reason: 'Java pads short UUIDs; we take them for mistakes' },
  {
    text: '#inst "1582-10-10"',
    reason: 'Java counts dates before 1582 in the Julian calendar, JavaScript does not',
  },
  {
    text: '#inst "9999-12-31T23:59:59-01:00"',
    reason: 'in UTC this is the year 10000, which has no #inst text',
  },
  { text: '#:a{:1 2}', reason: 'Clojure makes the keyword :a/1, which it cannot read back' },
  { text: '#:/{:a 2}', reason: 'Clojure makes the keyword with the namespace /, which it cannot read back' },
  { text: '9007199254740993N', reason: 'a bigint that fits a Long prints without N' },
  { text: '#{#foo 1 #foo 1N}', reason: 'Clojure compares what is under a tag with Java equality; we do not' },
  {
    text: `${'9'.repeat(1001)}N`,
    reason: 'numbers have at most 1000 characters, so that reading stays linear',
  },
  { text: '['.repeat(513) + ']'.repeat(513), reason: 'depth is limited' },
  {
    text: '"\\u\uff11\uff12\uff13\uff14"',
    reason: 'Java takes all Unicode digits in an escape; we take ASCII only',
  },
  { text: '#ψ 1', reason: 'the table of dispatch characters in Clojure ends at U+00FF' },
  { text: 'a\u0085b/c', reason: 'in a Java regular expression the dot stops at U+0085' },
];

const minutes = 60_000;

describe('next to clojure.edn', () => {
  const texts = fc.sample(candidateText(), { numRuns: plan.count, seed: plan.seed });
  const values = fc
    .sample(ednValue, { numRuns: plan.count / 4, seed: plan.seed })
    .filter(isAfterCalendarReform);
  let outcomes = new Map<string, string>();

  // One process for everything: the JVM takes longer to start than to read all of it.
  beforeAll(async () => {
    const printed = values.map((value) => printEdn(value));
    outcomes = await askClojure([...texts, ...printed, ...deliberate.map(({ text }) => text)]);
  }, 10 * minutes);

  test('what it reads, we read to the same value, and we refuse what it refuses', {
    timeout: 10 * minutes,
  }, () => {
    const different = texts
      .map((text) => ({ text, ours: outcomeOf(text), clojure: outcomes.get(text) }))
      .filter(({ text, ours, clojure }) => ours !== clojure && !isDeliberate(text));
    expect(different.slice(0, 5)).toEqual([]);
    // The comparison means little unless both outcomes are common.
    const accepted = texts.filter((text) => outcomes.get(text) !== 'error').length;
    expect(accepted).toBeGreaterThan(plan.count / 5);
    expect(plan.count - accepted).toBeGreaterThan(plan.count / 10);
  });

  test('it reads what we print as the value that we printed', { timeout: 10 * minutes }, () => {
    const different = values
      .map((value) => ({ printed: `ok ${canonical(value)}`, clojure: outcomes.get(printEdn(value)) }))
      .filter(({ printed, clojure }) => printed !== clojure);
    expect(different.slice(0, 5)).toEqual([]);
  });

  test('the deliberate differences are still differences', () => {
    expect(deliberate.filter(({ text }) => outcomeOf(text) === outcomes.get(text))).toEqual([]);
  });
});

/** Texts of pieces that meet in ways no printer would print, so that the rules between tokens are tried, too. */
function candidateText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { arbitrary: ednValue.map((value) => printEdn(value)), weight: 2 },
    fc.constantFrom(...' ,\n;#^@~`\'"\\()[]{}:/.+-_%&'),
    fc.constantFrom(
      '#_',
      '##',
      '#{',
      '#:a',
      '#:a{',
      '#foo ',
      '^:m ',
      '^{} ',
      '##Inf',
      '#inst "2020-01-01T10:20:30.5+01:30"',
      '#inst "2020-02-',
      '\\u',
      '\\o',
      '\\new',
      '"\\1',
    ),
    fc.constantFrom(
      'nil',
      'true',
      'a',
      ':a',
      'a/b',
      ':a/b',
      '_/a',
      ':_/a',
      '{:a 1}',
      '[]',
      '(1 2)',
      '"x"',
      '\\a',
      '; c\n',
    ),
    fc.stringMatching(/^[-+]?[0-9]{1,3}[0-9a-fxXrRNMeE/.+-]{0,5}$/),
    fc.stringMatching(/^:?[a:/#'.+0-9-]{1,6}$/),
    fc.stringMatching(/^"(?:[a-c8-9\n]|\\[a-z0-7u"\\]{1,3}){0,4}"$/),
    fc.stringMatching(/^\\[a-z0-9A-F]{1,5}$/),
    fc.constantFrom(
      '\u00a0',
      '\u2003',
      '\u2028',
      '\x1c',
      '\x0b',
      '\r',
      '\0',
      '\x7f',
      '\ufeff',
      'é',
      'ψ',
      '😀',
    ),
  );

  return fc.oneof(
    piece,
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 6 }).map((pieces) => `[${pieces.join(' ')}]`),
    fc.array(piece, { maxLength: 6 }).map((pieces) => `{${pieces.join(' ')}}`),
    fc.array(piece, { maxLength: 4 }).map((pieces) => `#:ns{${pieces.join(' ')}}`),
    fc
      .array(
        fc.constantFrom(
          '1',
          '1N',
          '1.0',
          '1M',
          '1.0M',
          '2/2',
          '[1]',
          '(1)',
          '#{1}',
          '{1 1}',
          ':a',
          '"a"',
          'a',
        ),
        { maxLength: 6 },
      )
      .map((items) => `#{${items.join(' ')}}`),
  );
}

function outcomeOf(text: string): string {
  try {
    return `ok ${canonical(readEdn(text))}`;
  } catch (error) {
    if (error instanceof EdnError) return 'error';
    throw error;
  }
}

function isDeliberate(text: string): boolean {
  return (
    /#inst "(?:0|1[0-4]|15[0-7]|158[0-2])/.test(text) ||
    (/#:ns\{/.test(text) && /:\d/.test(text)) ||
    /\d{16,19}N/.test(text) ||
    /#[^\0-\xff]/.test(text) ||
    (/#foo/.test(text) && /\dN|-?0\.0/.test(text))
  );
}

/** The same text as the program on the other side makes; equality of these texts is equality of values and types. */
function canonical(value: EdnValue): string {
  if (typeof value === 'string') return `<string ${codeUnits(value)}>`;
  if (value instanceof EdnChar) return `<char ${codeUnits(value.char)}>`;
  if (value instanceof EdnFloat) return doubleBits(value.value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return doubleBits(value);
  if (value instanceof EdnKeyword || value instanceof EdnSymbol) return printEdn(value);
  if (value instanceof EdnMap) {
    return `{${[...value]
      .map(([key, mapped]) => `${canonical(key)}=${canonical(mapped)}`)
      .sort()
      .join(' ')}}`;
  }
  if (value instanceof EdnSet) return `#{${value.items.map(canonical).sort().join(' ')}}`;
  if (value instanceof EdnList) return `(${value.items.map(canonical).join(' ')})`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(' ')}]`;
  if (value instanceof EdnTagged) return `#${value.tag.text} ${canonical(value.value)}`;
  return printEdn(value);
}

function codeUnits(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).join(',');
}

function doubleBits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return `<double ${view.getBigInt64(0)}>`;
}

/** Before the reform of 1582, Clojure prints the same instant with another date. */
function isAfterCalendarReform(value: EdnValue): boolean {
  return !/#inst "(?:0|1[0-4]|15[0-7]|158[0-2])/.test(printEdn(value));
}

const jars = ['clojure.jar', 'spec.alpha.jar', 'core.specs.alpha.jar'].map(
  (name) => `/usr/share/java/${name}`,
);

async function askClojure(texts: readonly string[]): Promise<Map<string, string>> {
  const missing = ['/usr/bin/java', ...jars].filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new Error(
      `no ${missing.join(', ')}: install the Debian package "clojure" (apt-get install clojure)`,
    );
  }
  const script = fileURLToPath(new URL('testing/clojure-oracle.clj', import.meta.url));
  const clojure = spawn('/usr/bin/java', ['-cp', jars.join(':'), 'clojure.main', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  clojure.stdin.end(texts.map((text) => `${Buffer.from(text).toString('base64')}\n`).join(''));
  const output = await readText(clojure.stdout);
  const answers = output
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'base64').toString());
  if (answers.length !== texts.length) {
    throw new Error(
      `Clojure answered ${answers.length} of ${texts.length} texts; its complaint is on stderr`,
    );
  }
  return new Map(texts.map((text, index) => [text, answers[index] ?? '']));
}
