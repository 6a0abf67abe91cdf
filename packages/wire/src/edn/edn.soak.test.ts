import { soakPlan } from '@tandem/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EdnError } from './edn-error.js';
import { ednEquals } from './equality.js';
import { printEdn } from './print-edn.js';
import { EdnPrintError } from './print-error.js';
import { readEdn } from './read-edn.js';
import { ednRecord, ednValue } from './testing/edn-arbitraries.js';

const roundTrips = soakPlan('edn round trips', { sample: 1_000, full: 60_000 });
const mutations = soakPlan('edn mutated texts', { sample: 2_000, full: 60_000 });

const soakTimeoutMs = 10 * 60_000;

const realFrames = [
  '{:id "req-1" :kind :request :op "handshake" :params {:client-info {:name "psi-emacs" :version "0.1.0" :features []}}}',
  '{:kind :event, :event "assistant/delta", :data #:psi.ui{:text "Hello \\"wor\\u00e9\\n"}, :id nil, :seq 12, :ts #inst "2026-05-02T10:00:00.123Z"}',
  '{:a #{1 2.0 3M 4N 5/6 ##NaN \\newline \\o101} ^{:m 1} [b c/d] (#_ #_ 1 2 #foo/bar {[1] "x"}) ; end\n}',
];
const fragments = [
  '"',
  '\\',
  '#',
  '#_',
  '##',
  '#:a',
  '^',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ':',
  '/',
  ';',
  '\n',
  ' ',
  '1',
  '.',
  'e',
  'N',
  'M',
  'r',
  '@',
  '\\u',
  'é',
  '\ud83d',
  '#inst "',
  '\0',
];

test('every value comes back from its text', { timeout: soakTimeoutMs }, () => {
  fc.assert(
    fc.property(ednValue, (value) => {
      const text = printEdn(value);
      expect(text).not.toMatch(/[\n\r\u2028\u2029]|\p{Cs}/u);
      const again = readEdn(text);
      expect(ednEquals(again, value), text).toBe(true);
      expect(printEdn(again)).toBe(text);
    }),
    roundTrips.property,
  );
});

test('plain objects come back from their text', { timeout: soakTimeoutMs }, () => {
  fc.assert(
    fc.property(ednRecord, (value) => {
      const again = readEdn(printEdn(value), { maps: 'object' });
      expect(ednEquals(again, value)).toBe(true);
      expect(ednEquals(readEdn(printEdn(value)), value)).toBe(true);
    }),
    roundTrips.property,
  );
});

test('what is printed for Emacs is EDN without tags, lists, characters or symbolic numbers', {
  timeout: soakTimeoutMs,
}, () => {
  fc.assert(
    fc.property(fc.oneof(ednValue, ednRecord), (value) => {
      const text = printOrRefuse(value);
      if (text === undefined) return;
      expect(text).not.toMatch(/[\n\r]|\p{Cs}/u);
      expect(() => readEdn(text, { tags: 'refuse' })).not.toThrow();
      const outsideStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
      expect(outsideStrings).not.toMatch(/[()\\^;]|#(?!\{)/);
    }),
    roundTrips.property,
  );
});

test('a damaged text is read or refused with an EdnError, and nothing else', {
  timeout: soakTimeoutMs,
}, () => {
  const damage = fc.tuple(
    fc.nat(),
    fc.nat({ max: 5 }),
    fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 3 })),
  );
  const original = fc.oneof(
    fc.constantFrom(...realFrames),
    ednValue.map((value) => printEdn(value)),
    fc.string({ unit: fc.constantFrom(...fragments) }),
  );
  fc.assert(
    fc.property(original, fc.array(damage, { maxLength: 4 }), fc.boolean(), (text, damages, asObjects) => {
      let damaged = text;
      for (const [at, removed, inserted] of damages) {
        const offset = at % (damaged.length + 1);
        damaged = damaged.slice(0, offset) + inserted + damaged.slice(offset + removed);
      }
      checkOutcome(damaged, asObjects ? 'object' : 'map');
    }),
    mutations.property,
  );
});

function checkOutcome(text: string, maps: 'object' | 'map'): void {
  try {
    const value = readEdn(text, { maps });
    expect(ednEquals(readEdn(printEdn(value), { maps }), value), text).toBe(true);
  } catch (error) {
    if (!(error instanceof EdnError)) throw error;
    expect(error.offset).toBeLessThanOrEqual(text.length);
    const lines = text.slice(0, error.offset).split('\n');
    expect([error.line, error.column]).toEqual([lines.length, (lines.at(-1) ?? '').length + 1]);
  }
}

function printOrRefuse(value: Parameters<typeof printEdn>[0]): string | undefined {
  try {
    return printEdn(value, { profile: 'emacs' });
  } catch (error) {
    if (error instanceof EdnPrintError) return undefined;
    throw error;
  }
}
