import { ActionFailed, defineAction, defineHandler, StopRun, z } from '@tandem/extension-api';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionConfig, createTestCore, runnerConfig, runRequest } from '../testing/test-core.js';

type Notes = { notes: string[]; bad: boolean };
const rules = {
  schema: z.object({ notes: z.array(z.string()).default([]), bad: z.boolean().default(false) }),
  merge: (earlier: Notes, later: Notes) => ({
    notes: [...earlier.notes, ...later.notes],
    bad: earlier.bad || later.bad,
  }),
  toText: ({ notes }: Notes) => notes.join(', '),
  returnCode: ({ bad }: Notes) => (bad ? 1 : 0) as 0 | 1,
};
const inOrder = defineAction({ name: 'inOrder', result: rules });
const atOnce = defineAction({ name: 'atOnce', result: rules, execution: 'concurrent' });
/** For results that cannot be empty. */
const strict = defineAction({ name: 'strict', result: { schema: z.object({ count: z.int() }) } });

const said = (...notes: string[]) => ({ notes, bad: false });
const exports = {
  inOrder,
  atOnce,
  strict,
  plain: defineHandler({ action: inOrder, run: () => ({ notes: ['plain'] }) }),
  bad: defineHandler({ action: inOrder, run: () => ({ bad: true }) }),
  silent: defineHandler({ action: inOrder, run() {} }),
  silentToo: defineHandler({ action: strict, run() {} }),
  yields: defineHandler({
    action: inOrder,
    async *run() {
      yield { notes: ['a'] };
      yield { notes: ['b'] };
      return { notes: ['c'] };
    },
  }),
  sends: defineHandler({
    action: inOrder,
    async run(_payload, { sendPartial }) {
      await sendPartial({ notes: ['sent'] });
    },
  }),
  stops: defineHandler({
    action: inOrder,
    run() {
      throw new StopRun({ notes: ['stop'], bad: true });
    },
  }),
  fails: defineHandler({
    action: inOrder,
    run() {
      throw new ActionFailed('no such tool');
    },
  }),
};

type ActionName = 'inOrder' | 'atOnce' | 'strict';

async function coreWith(action: ActionName, handlers: readonly string[], more: object = {}) {
  const { core } = createTestCore({ m: { ...exports, ...more } });
  await core.updateConfig(runnerConfig({ actions: [actionConfig(action, handlers)] }));
  return core;
}

async function streamed(handlers: readonly string[], action: ActionName = 'inOrder') {
  const core = await coreWith(action, handlers);
  const parts: unknown[] = [];
  const onPartial = async ({ resultByFormat }: { resultByFormat: object }) => void parts.push(resultByFormat);
  return { outcome: await core.run(action, runRequest({ onPartial })), parts };
}

describe('whoever asks for parts gets every result as one', () => {
  async function check(handlers: readonly string[], shares: readonly Notes[], whole: Notes): Promise<void> {
    const { outcome, parts } = await streamed(handlers);
    expect(parts).toEqual(shares.map((json) => ({ json })));
    expect(outcome).toEqual({ kind: 'streamed', result: whole, returnCode: whole.bad ? 1 : 0 });
  }

  test('yielded, sent or returned, in order', async () => {
    await check(['plain'], [said('plain')], said('plain'));
    await check(['yields'], [said('a'), said('b'), said('c')], said('a', 'b', 'c'));
    await check(
      ['plain', 'silent', 'sends', 'bad'],
      [said('plain'), said('sent'), { notes: [], bad: true }],
      {
        notes: ['plain', 'sent'],
        bad: true,
      },
    );
  });

  test('that nothing was found is a result too', async () => {
    await check(['silent'], [said()], said());
    expect(await streamed(['silentToo'], 'strict')).toEqual({
      parts: [{ json: {} }],
      outcome: { kind: 'streamed', result: {}, returnCode: 0 },
    });
  });

  test('the one that a handler stopped with is told as well, and the run is known to be stopped', async () => {
    const result = { notes: ['stop'], bad: true };
    expect(await streamed(['plain', 'stops', 'fails'])).toEqual({
      parts: [{ json: said('plain') }, { json: result }],
      outcome: { kind: 'stopped', result, resultByFormat: { json: result }, returnCode: 1 },
    });
  });

  test('what came before a failure has been told', async () => {
    const { outcome, parts } = await streamed(['plain', 'fails']);
    expect(parts).toEqual([{ json: said('plain') }]);
    expect(outcome.kind).toBe('failed');
  });
});

test('a slow receiver holds the handlers back', async () => {
  const order: string[] = [];
  const eager = defineHandler({
    action: inOrder,
    async *run() {
      for (const note of ['a', 'b']) {
        order.push(`made ${note}`);
        yield { notes: [note] };
      }
    },
  });
  const last = defineHandler({
    action: inOrder,
    run() {
      order.push('made c');
      return { notes: ['c'] };
    },
  });
  const core = await coreWith('inOrder', ['eager', 'last'], { eager, last });
  const onPartial = async ({ result }: { result: unknown }) => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`took ${(result as Notes).notes.join()}`);
  };
  await core.run('inOrder', runRequest({ onPartial }));
  expect(order).toEqual(['made a', 'took a', 'made b', 'took b', 'made c', 'took c']);
});

test('a receiver that cannot take a part fails the run', async () => {
  const core = await coreWith('inOrder', ['plain']);
  const onPartial = () => Promise.reject(new Error('the line is dead'));
  expect(await core.run('inOrder', runRequest({ onPartial }))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('the line is dead'),
  });
});

const note = fc.record({ notes: fc.array(fc.string(), { maxLength: 2 }), bad: fc.boolean() });
const behaviours = fc.array(
  fc.record({ yielded: fc.array(note, { maxLength: 3 }), returned: fc.option(note) }),
  {
    minLength: 1,
    maxLength: 4,
  },
);
const previousResults = fc.option(note);
const mergeAll = (results: readonly Notes[]): Notes => results.reduce(rules.merge, said());

test('the parts merged are the whole, after whatever came before', async () => {
  const property = fc.asyncProperty(
    behaviours,
    previousResults,
    fc.constantFrom(inOrder, atOnce),
    async (all, previous, action) => {
      const handlers = Object.fromEntries(
        all.map(({ yielded, returned }, index) => [
          `h${index}`,
          defineHandler({
            action,
            async *run() {
              yield* yielded;
              return returned ?? undefined;
            },
          }),
        ]),
      );
      const names = Object.keys(handlers);
      const core = await coreWith(action.name as ActionName, names, handlers);
      const parts: Notes[] = [];
      const onPartial = async ({ result }: { result: unknown }) => void parts.push(result as Notes);
      const run = (request: object) => core.runHandlers(action.name, names, previous, runRequest(request));
      const whole = await run({});
      const inParts = await run({ onPartial });
      if (whole.kind !== 'success') throw new Error(`the run ended ${whole.kind}`);
      const { result, returnCode } = whole;
      expect(inParts).toEqual({ kind: 'streamed', result, returnCode });
      const merged = mergeAll([...(previous === null ? [] : [previous]), ...parts]);
      // Handlers at once give their parts in any order.
      const inAnyOrder = ({ notes, bad }: Notes) => ({ notes: notes.toSorted(), bad });
      if (action === inOrder) expect(merged).toEqual(result);
      else expect(inAnyOrder(merged)).toEqual(inAnyOrder(result as Notes));
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
