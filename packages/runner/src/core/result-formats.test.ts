import { defineAction, z } from '@tandem/extension-api';
import { expect, test } from 'vitest';
import { formatResult, type ResultFormat } from './result-formats.js';

const parts = [{ text: 'red', foreground: 'red' as const }, ' and plain'];
const styled = defineAction({
  name: 'styled',
  result: {
    schema: z.object({ n: z.int() }),
    toText: () => ({ parts }),
    returnCode: ({ n }) => (n === 0 ? 0 : 1),
  },
});
const plain = defineAction({ name: 'plain', result: { schema: z.object({ n: z.int().default(0) }) } });

function check(
  action: typeof styled | typeof plain,
  result: unknown,
  formats: readonly ResultFormat[],
  expected: unknown,
): void {
  const { resultByFormat, returnCode } = formatResult(action, result, formats);
  expect([resultByFormat, returnCode]).toEqual(expected);
}

test('only what was asked for; text with looks also as plain text', () => {
  check(styled, { n: 1 }, [], [{}, 1]);
  check(styled, { n: 0 }, ['json'], [{ json: { n: 0 } }, 0]);
  check(styled, { n: 1 }, ['string'], [{ string: 'red and plain', styled_text_json: { parts } }, 1]);
  check(plain, { n: 1 }, ['string', 'json'], [{ json: { n: 1 }, string: '{\n  "n": 1\n}' }, 0]);
});

test('no result is the empty one where the schema knows one, and nothing otherwise', () => {
  check(plain, undefined, ['json'], [{ json: { n: 0 } }, 0]);
  check(styled, undefined, ['json', 'string'], [{ json: {}, string: '' }, 0]);
});
