import { verifies } from '@tandem/testkit';
import { expect } from 'vitest';
import { openRecordedWorkspace, type RecordedWorkspace } from '../testing/recorded-workspace.js';

const concurrent = { 'actions.lint': { runsConcurrently: true } };

interface SentSegment {
  readonly handlerNames: readonly string[];
  readonly previousResult: unknown;
  readonly options: { readonly resultFormats: readonly string[]; readonly walRunId: string };
}

async function segments({ sent }: RecordedWorkspace) {
  return (await sent('actions/runHandlers')).map(({ env, params }) => ({
    ...(params as unknown as SentSegment),
    env,
  }));
}

verifies(
  ['er/sequential/segments', 'er/sequential/same-env-again'],
  'neighbours in one environment are one segment, and an environment that comes again is another',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev h2@dev h3@other h4@dev'] });
    await t.run('actions.lint', 'a');
    expect((await segments(t)).map(({ env, handlerNames }) => [env, ...handlerNames])).toEqual([
      ['dev', 'h1', 'h2'],
      ['other', 'h3'],
      ['dev', 'h4'],
    ]);
  },
);

verifies(
  ['er/sequential/first', 'er/sequential/chain', 'er/sequential/formats', 'er/sequential/final'],
  'each segment gets the result before it, and the last one gives the answer in the formats asked for',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev h2@other h3@dev'] });
    const report = await t.run('actions.lint', 'a', { request: { resultFormats: ['json', 'string'] } });
    expect(
      (await segments(t)).map(({ previousResult, options }) => [previousResult, options.resultFormats]),
    ).toEqual([
      [null, []],
      [{ said: ['h1'] }, []],
      [{ said: ['h1', 'h2'] }, ['json', 'string']],
    ]);
    expect(report.result).toEqual({ json: { said: ['h1', 'h2', 'h3'] }, string: 'text of h1,h2,h3' });
  },
);

verifies(
  'er/sequential/stopped',
  'a segment that stops is the last, and its result is the answer',
  async () => {
    const t = await openRecordedWorkspace(
      { a: ['lint: h1@dev h2@other h3@dev'] },
      { handlers: { h2: { stops: true } } },
    );
    const report = await t.run('actions.lint', 'a');
    expect(report.result).toEqual({ json: { said: ['h2 stops'] } });
    const asked = (await segments(t)).flatMap(({ handlerNames }) => handlerNames);
    expect(asked).toEqual(['h1', 'h2']);
  },
);

verifies(
  ['er/concurrent/groups', 'er/concurrent/parallel'],
  'concurrent handlers are one group for each environment; the groups meet, and none has a result before it',
  async () => {
    const t = await openRecordedWorkspace(
      { a: ['lint: h1@dev h2@other h3@dev'] },
      { actions: concurrent, handlers: { h1: { meets: 2 }, h2: { meets: 2 } } },
    );
    await t.run('actions.lint', 'a');
    const groups = (await segments(t)).filter(({ handlerNames }) => handlerNames.length > 0);
    expect(
      groups.map(({ env, handlerNames, previousResult }) => [env, handlerNames, previousResult]).sort(),
    ).toEqual([
      ['dev', ['h1', 'h3'], null],
      ['other', ['h2'], null],
    ]);
  },
);

verifies(
  ['er/concurrent/merge', 'er/concurrent/final'],
  'a runner of the action merges the results of all groups, and that is the answer',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev h2@other'] }, { actions: concurrent });
    const report = await t.run('actions.lint', 'a', { request: { resultFormats: ['json', 'string'] } });
    const merges = await t.sent('actions/mergeResults');
    expect(merges.map(({ params }) => params)).toEqual([
      { actionName: 'lint', results: [{ said: ['h1'] }, { said: ['h2'] }] },
    ]);
    const [merge] = merges;
    expect(['dev', 'other']).toContain(merge?.env);
    expect(report.result).toEqual({
      json: { said: ['h1', 'h2'], mergedIn: merge?.env },
      string: 'text of h1,h2',
    });
  },
);

verifies(
  ['er/single-env/run', 'er/single-env/no-segments'],
  'handlers in one environment are one actions/run, whatever the mode',
  async () => {
    for (const runsConcurrently of [false, true]) {
      const actions = { 'actions.lint': { runsConcurrently } };
      const t = await openRecordedWorkspace({ a: ['lint: h1@dev h2@dev'] }, { actions });
      expect((await t.run('actions.lint', 'a')).result.json).toEqual({ said: ['h1', 'h2'] });
      expect(await t.sent('actions/run')).toHaveLength(1);
      expect(await t.sent('actions/runHandlers', 'actions/mergeResults')).toEqual([]);
    }
  },
);

verifies('er/wal/one-id', 'all segments of a run carry its id, and another run has another', async () => {
  for (const runsConcurrently of [false, true]) {
    const actions = { 'actions.lint': { runsConcurrently } };
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev h2@other'] }, { actions });
    await t.run('actions.lint', 'a');
    const first = (await segments(t)).map(({ options }) => options.walRunId);
    await t.run('actions.lint', 'a');
    const second = (await segments(t)).slice(first.length).map(({ options }) => options.walRunId);
    expect(new Set(first)).toEqual(new Set(['run-1']));
    expect(new Set(second)).toEqual(new Set(['run-2']));
    expect([first.length, second.length]).toEqual([second.length, first.length]);
  }
});
