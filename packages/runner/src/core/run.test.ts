import { ActionFailed, defineAction, defineHandler, StopRun, z } from '@tandem/extension-api';
import { describe, expect, test } from 'vitest';
import { actionConfig, createTestCore, runnerConfig, runRequest } from '../testing/test-core.js';
import type { RunRequest } from './execute-run.js';
import type { RunOutcome } from './run-outcome.js';
import type { ProgressEvent } from './run-progress.js';
import type { HandlerConfig } from './runner-config.js';

type Notes = { readonly notes: string[]; readonly bad: boolean };
const rules = {
  merge: (earlier: Notes, later: Notes) => ({
    notes: [...earlier.notes, ...later.notes],
    bad: earlier.bad || later.bad,
  }),
  schema: z.object({ notes: z.array(z.string()).default([]), bad: z.boolean().default(false) }),
  toText: ({ notes }: { notes: string[] }) => notes.join('\n'),
  returnCode: ({ bad }: { bad: boolean }) => (bad ? 1 : 0) as 0 | 1,
};
const payload = z.object({ name: z.string().default('you'), times: z.int().optional() });
const inOrder = defineAction({ name: 'inOrder', payload, result: rules });
const atOnce = defineAction({ name: 'atOnce', payload, result: rules, execution: 'concurrent' });

const say = (note: string) =>
  defineHandler({
    action: inOrder,
    run: ({ name }, { currentResult }) => ({
      notes: [`${note} ${name} after ${currentResult?.notes.length ?? 'nobody'}`],
    }),
  });

const exports = {
  inOrder,
  atOnce,
  one: say('one'),
  two: say('two'),
  silent: defineHandler({ action: inOrder, run() {} }),
  bad: defineHandler({ action: inOrder, run: () => ({ bad: true }) }),
  parts: defineHandler({
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
  stopsBadly: defineHandler({
    action: inOrder,
    run() {
      throw new StopRun({ notes: 'stop' });
    },
  }),
  expected: defineHandler({
    action: inOrder,
    run() {
      throw new ActionFailed('no such tool');
    },
  }),
  unexpected: defineHandler({
    action: inOrder,
    async run() {
      throw new TypeError('boom');
    },
  }),
  wrong: defineHandler({ action: inOrder, run: () => JSON.parse('{"notes": [1]}') }),
  configured: defineHandler({
    action: inOrder,
    config: z.object({
      greeting: z.string(),
      deep: z.object({ a: z.int(), b: z.int() }).partial().default({}),
    }),
    run: (_payload, { config }) => ({ notes: [JSON.stringify(config)] }),
  }),
  first: defineHandler({
    action: atOnce,
    run: async (_p, { currentResult }) => ({ notes: [`first ${currentResult}`] }),
  }),
  second: defineHandler({
    action: atOnce,
    run: (_p, { currentResult }) => ({ notes: [`second ${currentResult}`] }),
  }),
};

async function runOf(
  action: 'inOrder' | 'atOnce',
  handlers: readonly (string | Partial<HandlerConfig>)[],
  request: Partial<RunRequest> = {},
): Promise<RunOutcome> {
  const { core } = createTestCore({ m: exports });
  await core.updateConfig(runnerConfig({ actions: [actionConfig(action, handlers)] }));
  return core.run(action, runRequest(request));
}

async function check(
  handlers: readonly (string | Partial<HandlerConfig>)[],
  expected: unknown,
): Promise<void> {
  const outcome = await runOf('inOrder', handlers, { resultFormats: ['json', 'string'] });
  expect(outcome).toEqual(expected);
}

const success = (notes: readonly string[], bad = false) => ({
  kind: 'success',
  result: { notes, bad },
  resultByFormat: { json: { notes, bad }, string: notes.join('\n') },
  returnCode: bad ? 1 : 0,
});

describe('handlers in order', () => {
  test('each sees the merged result of those before it', async () => {
    await check(['one'], success(['one you after nobody']));
    await check(['one', 'silent', 'two'], success(['one you after nobody', 'two you after 1']));
    await check(['one', 'bad'], success(['one you after nobody'], true));
  });

  test('no result at all is the empty one', async () => {
    await check(['silent'], success([]));
  });

  test('handlers of other environments are left to their runners', async () => {
    await check(['one', { name: 'two', env: 'other' }], success(['one you after nobody']));
    await check([{ name: 'two', env: '' }], success(['two you after nobody']));
    await check([{ name: 'one', env: 'other' }], {
      kind: 'failed',
      message: 'Action "inOrder" has no handlers in env "dev"',
    });
  });

  test('parts become one result when nobody asked for parts', async () => {
    await check(['parts', 'sends'], success(['a', 'b', 'c', 'sent']));
  });

  test('a handler can end the run', async () => {
    const stopped = { notes: ['stop'], bad: true };
    await check(['one', 'stops', 'unexpected'], {
      kind: 'stopped',
      result: stopped,
      resultByFormat: { json: stopped, string: 'stop' },
      returnCode: 1,
    });
  });
});

describe('handlers at once', () => {
  test('do not see each other, and merge in the order of the configuration', async () => {
    expect(await runOf('atOnce', ['first', 'second'])).toMatchObject({
      kind: 'success',
      result: { notes: ['first undefined', 'second undefined'] },
    });
  });

  test('the first failure stops the others', async () => {
    let stopped: unknown;
    const waits = defineHandler({
      action: atOnce,
      run: (_payload, { signal }) =>
        new Promise<undefined>((resolve) => {
          signal.addEventListener('abort', () => {
            stopped = signal.reason;
            resolve(undefined);
          });
        }),
    });
    const fails = defineHandler({
      action: atOnce,
      run() {
        throw new ActionFailed('at once');
      },
    });
    const { core } = createTestCore({ m: { ...exports, waits, fails } });
    await core.updateConfig(runnerConfig({ actions: [actionConfig('atOnce', ['waits', 'fails'])] }));
    expect(await core.run('atOnce', runRequest())).toEqual({
      kind: 'failed',
      message: 'Handler "fails" of action "atOnce" failed: at once',
    });
    expect(stopped).toMatchObject({ code: 'handler-failed' });
  });
});

describe('failures are answers that name the place', () => {
  const failed = (message: string | RegExp) => ({
    kind: 'failed',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });

  test('of handlers', async () => {
    await check(['expected'], failed('Handler "expected" of action "inOrder" failed: no such tool'));
    await check(
      ['unexpected'],
      failed(/^Handler "unexpected" of action "inOrder" failed: TypeError: boom \(at .*run\.test\.ts/),
    );
    await check(
      ['wrong'],
      failed(/^Handler "wrong" .* gave a result that the action does not allow: \$\.notes\.0: .*string/),
    );
    await check(['stopsBadly'], failed(/^A handler stopped action "inOrder" with .*: \$\.notes: .*array/));
  });

  test('of the configuration', async () => {
    await check(
      ['configured'],
      failed(/^Invalid config of handler "configured" of action "inOrder": \$\.greeting: /),
    );
    await check(
      ['nowhere'],
      failed(/^Import of handler "nowhere" .*exports no handler "nowhere"; its handlers: one, two/),
    );
    await check(['first'], failed(/it is for action "atOnce", not for "inOrder"$/));
  });

  test('of the caller', async () => {
    expect(await runOf('inOrder', ['one'], { params: { name: 5, times: 1.5 } })).toEqual(
      failed(/^Invalid payload for action "inOrder": \$\.name: .*string.*; \$\.times: .*int/),
    );
    expect(await runOf('inOrder', ['one'], { params: 'text' })).toEqual(
      failed(/^Invalid payload .*: \$: .*object/),
    );
    const { core } = createTestCore({ m: exports });
    expect(await core.run('inOrder', runRequest())).toEqual(failed(/^Extension runner not initialized/));
    await core.updateConfig(runnerConfig({ actions: [actionConfig('inOrder', ['one'])] }));
    expect(await core.run('nope', runRequest())).toEqual(
      failed('Action "nope" not found; this runner knows: inOrder'),
    );
  });

  test('an unexpected one is logged with its stack', async () => {
    const { core, logged } = createTestCore({ m: exports });
    await core.updateConfig(runnerConfig({ actions: [actionConfig('inOrder', ['unexpected', 'expected'])] }));
    await core.run('inOrder', runRequest());
    const problems = logged.filter(({ level }) => level === 'error');
    expect(problems.map(({ message }) => message)).toEqual([
      'Handler "unexpected" of action "inOrder" failed',
    ]);
    expect(problems[0]?.fields['error']).toContain('TypeError: boom\n    at ');
  });
});

test('config: the shared one below the handler’s own, tables merged', async () => {
  const { core } = createTestCore({ m: exports });
  const handler = { name: 'configured', config: { deep: { b: 2 } } };
  await core.updateConfig(
    runnerConfig({
      actions: [actionConfig('inOrder', [handler])],
      handlerConfigs: new Map([['m#configured', { greeting: 'Hi', deep: { a: 1, b: 1 } }]]),
    }),
  );
  expect(await core.run('inOrder', runRequest())).toMatchObject({
    result: { notes: ['{"greeting":"Hi","deep":{"a":1,"b":2}}'] },
  });
});

describe('cancelling', () => {
  test('ends the run at once, also when the handler does not listen, and nothing follows', async () => {
    const cancel = new AbortController();
    const parts: unknown[] = [];
    let wentOn: Promise<unknown> | undefined;
    const deaf = defineHandler({
      action: inOrder,
      async *run() {
        yield { notes: ['before'] };
        cancel.abort();
        const last = Promise.resolve();
        wentOn = last;
        await last;
        yield { notes: ['after'] };
      },
    });
    const { core } = createTestCore({ m: { ...exports, deaf } });
    await core.updateConfig(runnerConfig({ actions: [actionConfig('inOrder', ['deaf'])] }));
    const request = runRequest({
      signal: cancel.signal,
      onPartial: async ({ result }) => void parts.push(result),
    });
    expect(await core.run('inOrder', request)).toEqual({ kind: 'cancelled' });
    await wentOn;
    expect(parts).toEqual([{ notes: ['before'], bad: false }]);
  });

  test('before the start nothing runs', async () => {
    expect(await runOf('inOrder', ['unexpected'], { signal: AbortSignal.abort() })).toEqual({
      kind: 'cancelled',
    });
  });
});

test('progress of several handlers is one story', async () => {
  const events: ProgressEvent[] = [];
  const works = defineHandler({
    action: inOrder,
    run(_payload, { progress }) {
      const steps = progress('Working', { total: 3 });
      steps.advance(1, 'one');
      steps.advance(2);
      progress('Again').report('nearly', 90);
    },
  });
  const { core } = createTestCore({ m: { ...exports, works } });
  await core.updateConfig(runnerConfig({ actions: [actionConfig('inOrder', ['one', 'works', 'expected'])] }));
  await core.run('inOrder', runRequest({ onProgress: (event) => void events.push(event) }));
  expect(events).toEqual([
    { type: 'begin', title: 'Working', total: 3, cancellable: false },
    { type: 'report', message: 'one', percentage: 33 },
    { type: 'report', message: undefined, percentage: 100 },
    { type: 'report', message: 'Again', percentage: undefined },
    { type: 'report', message: 'nearly', percentage: 90 },
    { type: 'end' },
  ]);
});

describe('segments of a run', () => {
  async function segment(names: readonly string[], previous: unknown, request: Partial<RunRequest> = {}) {
    const { core } = createTestCore({ m: exports });
    const handlers = ['one', 'two', 'stops', { name: 'far', env: 'other' }];
    await core.updateConfig(runnerConfig({ actions: [actionConfig('inOrder', handlers)] }));
    return core.runHandlers('inOrder', names, previous, runRequest({ resultFormats: [], ...request }));
  }

  test('go on from the result of another runner', async () => {
    expect(await segment(['two'], { notes: ['x'], bad: true })).toEqual({
      kind: 'success',
      result: { notes: ['x', 'two you after 1'], bad: true },
      resultByFormat: {},
      returnCode: 1,
    });
    expect(await segment(['two', 'one'], null)).toMatchObject({
      result: { notes: ['two you after nobody', 'one you after 1'] },
    });
  });

  test('without handlers only show the result', async () => {
    expect(await segment([], { notes: ['x'] }, { resultFormats: ['string'] })).toMatchObject({
      result: { notes: ['x'], bad: false },
      resultByFormat: { string: 'x' },
    });
  });

  test('that stop the run show its result, whatever formats were asked for', async () => {
    expect(await segment(['stops'], null)).toMatchObject({
      kind: 'stopped',
      resultByFormat: { string: 'stop' },
    });
  });

  test('refuse handlers that are not theirs, and results that do not fit', async () => {
    expect(await segment(['one', 'far'], null)).toEqual({
      kind: 'failed',
      message: 'Handler "far" of action "inOrder" belongs to env "other"; this runner serves env "dev"',
    });
    expect(await segment(['zzz'], null)).toEqual({
      kind: 'failed',
      message: 'Action "inOrder" has no handler "zzz"; it has: one, two, stops, far',
    });
    expect(await segment(['one'], { notes: 3 })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^The previous result does not fit action "inOrder": \$\.notes: /),
    });
  });
});
