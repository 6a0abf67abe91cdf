import { createLog, createMemorySink, createSystemClock } from '@tandem/platform';
import { expect, test } from 'vitest';
import { runnerMaxHeapMiB } from './runner-heap.js';

function check(text: string | undefined, expected: number | undefined, warnings: number): void {
  const sink = createMemorySink();
  const variables = text === undefined ? {} : { TANDEM_RUNNER_MAX_HEAP_MIB: text };
  const log = createLog({ sink, clock: createSystemClock() });
  expect(runnerMaxHeapMiB({ variables }, log)).toBe(expected);
  expect(sink.records.map(({ message }) => message)).toEqual(
    Array.from({ length: warnings }, () => expect.stringContaining(`"${text}" is no whole number`)),
  );
}

test('the heap of runners is limited by a variable, and what makes no sense is said and left out', () => {
  check(undefined, undefined, 0);
  check('', undefined, 0);
  check('512', 512, 0);
  check('64', 64, 0);
  for (const text of ['63', '0', '-1', '1.5', '2e3', '2GB', ' 512', '9'.repeat(40)])
    check(text, undefined, 1);
});
