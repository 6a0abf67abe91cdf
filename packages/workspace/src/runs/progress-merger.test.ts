import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProgressMerger } from './progress-merger.js';
import type { ProgressEvent } from './run.js';

function record(labels: readonly string[]) {
  const events: ProgressEvent[] = [];
  return { events, merger: new ProgressMerger(labels, (event) => events.push(event)) };
}

test('one slot passes through exactly', () => {
  const { events, merger } = record(['a']);
  merger.event(0, { kind: 'begin', title: 'Linting', total: 3 });
  merger.event(0, { kind: 'report', message: '1/3', percentage: 33 });
  merger.event(0, { kind: 'report', message: '2/3', percentage: 66 });
  merger.event(0, { kind: 'end' });
  merger.finishSlot(0);
  merger.end();
  expect(events).toEqual([
    { kind: 'begin', title: 'Linting', percentage: 0, cancellable: true },
    { kind: 'report', message: '1/3', percentage: 33 },
    { kind: 'report', message: '2/3', percentage: 66 },
    { kind: 'end' },
  ]);
});

test('several slots weigh by their total and say who speaks', () => {
  const { events, merger } = record(['a', 'b']);
  merger.event(0, { kind: 'begin', total: 30 });
  merger.event(1, { kind: 'begin', total: 10 });
  merger.event(0, { kind: 'report', percentage: 50, message: 'half' });
  merger.finishSlot(1);
  merger.end();
  expect(events.slice(1)).toEqual([
    { kind: 'report', percentage: 37, message: 'a: half' },
    { kind: 'report', percentage: 62, message: 'b' },
    { kind: 'end' },
  ]);
});

test('a run that reports nothing still begins and ends', () => {
  const { events, merger } = record(['a']);
  merger.finishSlot(0);
  merger.end();
  merger.end();
  expect(events.map(({ kind }) => kind)).toEqual(['begin', 'end']);
});

const events: fc.Arbitrary<ProgressEvent> = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), total: fc.integer({ min: -5, max: 100 }) }),
  fc.record({ kind: fc.constant('report' as const), percentage: fc.integer({ min: -50, max: 150 }) }),
  fc.record({ kind: fc.constant('end' as const) }),
);

test('whatever arrives: one begin first, one end last, percentages that rise', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.tuple(fc.nat(5), events)),
      (slotCount, arriving) => {
        const { events: emitted, merger } = record(
          Array.from({ length: slotCount }, (_, index) => `slot ${index}`),
        );
        for (const [slot, event] of arriving) {
          merger.event(slot, event);
          if (event.kind === 'end') merger.finishSlot(slot);
        }
        merger.end();
        const kinds = emitted.map(({ kind }) => kind);
        expect(kinds.indexOf('begin')).toBe(0);
        expect(kinds.lastIndexOf('begin')).toBe(0);
        expect(kinds.indexOf('end')).toBe(kinds.length - 1);
        const percentages = emitted.flatMap((event) =>
          event.kind === 'report' ? [event.percentage ?? 0] : [],
        );
        expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
        expect(percentages.every((value) => value >= 0 && value <= 100)).toBe(true);
      },
    ),
  );
});
