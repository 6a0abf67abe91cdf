import { defineAction, defineHandler, z } from '@tandem/extension-api';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionConfig, createTestCore, runnerConfig, runRequest } from '../testing/test-core.js';

const result = { schema: z.object({ notes: z.array(z.string()).default([]), last: z.string().optional() }) };
const inOrder = defineAction({ name: 'inOrder', result });
const atOnce = defineAction({ name: 'atOnce', result, execution: 'concurrent' });
const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Exports `inOrder_a`, `atOnce_a`, … : each notes its name and how much it found, "c" and "f" say nothing. */
const handlers = Object.fromEntries(
  [inOrder, atOnce].flatMap((action) =>
    names.map((name) => [
      `${action.name}_${name}`,
      defineHandler({
        action,
        run(_payload, { currentResult }) {
          if (name === 'c' || name === 'f') return undefined;
          return { notes: [`${name} after ${currentResult?.notes.length ?? 0}`], last: name };
        },
      }),
    ]),
  ),
);

async function createCore(action: 'inOrder' | 'atOnce') {
  const { core } = createTestCore({ m: { inOrder, atOnce, ...handlers } });
  await core.updateConfig(
    runnerConfig({
      actions: [
        actionConfig(
          action,
          names.map((name) => `${action}_${name}`),
        ),
      ],
    }),
  );
  return core;
}

const resultOf = async (outcome: Promise<object>): Promise<unknown> => {
  const ended = await outcome;
  return 'result' in ended ? ended.result : ended;
};

/** Where one segment ends and the next begins. */
const cuts = fc.uniqueArray(fc.integer({ min: 1, max: names.length - 1 })).map((places) => places.sort());

function segmentsOf(action: string, places: readonly number[]): readonly (readonly string[])[] {
  const bounds = [0, ...places, names.length];
  return places
    .concat(names.length)
    .map((end, index) => names.slice(bounds[index], end).map((name) => `${action}_${name}`));
}

test('a chain of segments gives what one run gives, wherever it is cut', async () => {
  const core = await createCore('inOrder');
  const whole = await resultOf(core.run('inOrder', runRequest()));
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      let previous: unknown = null;
      for (const segment of segmentsOf('inOrder', places)) {
        const crossed: unknown = JSON.parse(JSON.stringify(previous));
        previous = await resultOf(
          core.runHandlers('inOrder', segment, crossed, runRequest({ resultFormats: [] })),
        );
      }
      expect(previous).toEqual(whole);
    }),
  );
});

test('groups that run at once and are merged give what one run gives', async () => {
  const core = await createCore('atOnce');
  const whole = await resultOf(core.run('atOnce', runRequest()));
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const groups = segmentsOf('atOnce', places).map((group) =>
        resultOf(core.runHandlers('atOnce', group, null, runRequest({ resultFormats: [] }))),
      );
      const crossed = JSON.parse(JSON.stringify(await Promise.all(groups))) as unknown[];
      expect(await resultOf(core.mergeResults('atOnce', crossed))).toEqual(whole);
    }),
  );
});
