import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNotesRunner, tandemManager } from '../testing/notes-runner.js';
import { bundleRunner, type RunnerBundle, startRunnerProcess } from '../testing/runner-process.js';
import { createTempProject } from '../testing/temp-project.js';

let bundle: RunnerBundle;
beforeAll(async () => {
  bundle = await bundleRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const start = (handlers: readonly string[], initialize?: object) =>
  startNotesRunner(bundle, handlers, initialize);

describe('answers to actions/run', () => {
  const meta = { trigger: 'user', devEnv: 'precommit', orchestrationDepth: 3 };

  test('by status', async () => {
    await using started = await start([]);
    const check = async (handlers: readonly string[], options: object, expected: unknown): Promise<void> => {
      await started.configure(handlers);
      expect(await started.run({}, options)).toEqual(expected);
    };
    const notes = ['one x user git_hook 3', 'two after 1'];
    await check(
      ['one', 'two'],
      { meta, resultFormats: ['json', 'string'] },
      {
        status: 'success',
        resultByFormat: { json: { notes, bad: false }, string: notes.join(', ') },
        returnCode: 0,
      },
    );
    const stopped = { notes: ['stop'], bad: true };
    await check(
      ['one', 'stops'],
      {},
      { status: 'stopped', resultByFormat: { json: stopped }, returnCode: 1 },
    );
    await check(['fails'], {}, { error: 'Handler "fails" of action "note" failed: as expected' });
    await check(
      ['throws'],
      {},
      {
        error: expect.stringMatching(
          /^Handler "throws" of action "note" failed: RangeError: not expected \(at .*extension\.ts:19:11\)\)$/,
        ),
      },
    );
    await check(['missing'], {}, { error: expect.stringContaining('exports no handler "missing"') });
  });

  test('as each kind of Workspace Manager reads them', async () => {
    const json = { notes: ['two after 0'], bad: false };
    const answers = { status: 'success', resultByFormat: { json }, returnCode: 0 };
    {
      await using contract = await start(['two'], {});
      expect(await contract.run()).toEqual({ ...answers, result_by_format: JSON.stringify({ json }) });
      expect(await contract.client.sendRequest('finecodeRunner/resolveActionMeta')).toMatchObject({
        './extension.ts#note': { canonical_source: 'example.Note', runs_concurrently: false },
        './extension.ts#atOnce': { canonical_source: './extension.ts#atOnce', runs_concurrently: true },
      });
    }
    await using finecode = await start(['two'], { clientInfo: { name: 'FineCode_WorkspaceManager' } });
    expect(await finecode.run()).toEqual(answers);
    expect(await finecode.client.sendRequest('finecodeRunner/resolveActionMeta')).toMatchObject({
      actions: { './extension.ts#note': { canonical_source: 'example.Note' } },
      handlerLocations: {},
    });
  });

  test('before there is a configuration', async () => {
    await using project = await createTempProject({});
    await using runner = startRunnerProcess(bundle.path, { projectPath: project.dir, envName: 'dev' });
    expect(await runner.client.sendRequest('actions/run', { actionName: 'note', params: {} })).toEqual({
      error: expect.stringMatching(/^Extension runner not initialized/),
    });
    expect(await runner.client.sendRequest('actions/getPayloadSchemas')).toEqual({});
    expect(await runner.client.sendRequest('finecodeRunner/getInfo')).toEqual({ logFilePath: null });
  });
});

describe('$/progress', () => {
  async function progressOf(handlers: readonly string[], initialize: object, options: object) {
    await using started = await start(handlers, initialize);
    const values: unknown[] = [];
    started.client.onNotification(
      '$/progress',
      ({ token, value }) => void values.push([token, JSON.parse(value)]),
    );
    return { answer: await started.run({}, options), values };
  }

  test('partial results come first, and the answer then has none', async () => {
    const options = { partialResultToken: 7, resultFormats: ['json', 'string'] };
    const envelope = (notes: readonly string[], bad: boolean) => ({
      json: { notes, bad },
      string: notes.join(', '),
    });
    expect(await progressOf(['parts', 'two'], tandemManager, options)).toEqual({
      answer: { status: 'streamed', resultByFormat: {}, returnCode: 1 },
      values: [
        [7, envelope(['a'], false)],
        [7, envelope(['b'], true)],
        [7, envelope(['two after 2'], false)],
      ],
    });
    const bare = await progressOf(['parts'], {}, options);
    expect(bare.answer).toEqual({
      status: 'streamed',
      resultByFormat: {},
      result_by_format: '{}',
      returnCode: 1,
    });
    expect(bare.values).toEqual([
      [7, { notes: ['a'], bad: false }],
      [7, { notes: ['b'], bad: true }],
    ]);
  });

  test('of a handler that makes no parts too, and of one that ends the run', async () => {
    const options = { partialResultToken: 't' };
    expect(await progressOf(['two'], {}, options)).toEqual({
      answer: { status: 'streamed', resultByFormat: {}, result_by_format: '{}', returnCode: 0 },
      values: [['t', { notes: ['two after 0'], bad: false }]],
    });
    const json = { notes: ['stop'], bad: true };
    expect(await progressOf(['two', 'stops'], tandemManager, options)).toEqual({
      answer: { status: 'stopped', resultByFormat: { json }, returnCode: 1 },
      values: [
        ['t', { json: { notes: ['two after 0'], bad: false } }],
        ['t', { json }],
      ],
    });
  });

  test('how far a run is, from one begin to one end', async () => {
    expect((await progressOf(['parts'], tandemManager, { progressToken: 'p' })).values).toEqual([
      ['p', { type: 'begin', title: 'Parts', percentage: 0, cancellable: false, total: 2 }],
      ['p', { type: 'report', message: 'half', percentage: 50 }],
      ['p', { type: 'end' }],
    ]);
  });
});

test('runHandlers, mergeResults and getPayloadSchemas', async () => {
  await using started = await start(['one', 'two', 'stops', 'far@other']);
  const segment = (
    handlerNames: readonly string[],
    previousResult: unknown,
    options: object = { resultFormats: [] },
  ) =>
    started.client.sendRequest('actions/runHandlers', {
      actionName: 'note',
      handlerNames,
      previousResult,
      options,
    });
  const result = { notes: ['x', 'two after 1'], bad: false };
  expect(await segment(['two'], { notes: ['x'] })).toEqual({
    status: 'success',
    result,
    resultByFormat: {},
    returnCode: 0,
  });
  expect(await segment([], result, { resultFormats: ['string'] })).toMatchObject({
    resultByFormat: { string: 'x, two after 1' },
  });
  expect(await segment(['stops'], null)).toMatchObject({
    status: 'stopped',
    resultByFormat: { string: 'stop' },
    returnCode: 1,
  });
  expect(await segment(['far'], null)).toEqual({ error: expect.stringContaining('belongs to env "other"') });

  const merge = (actionName: string, results: readonly unknown[]) =>
    started.client.sendRequest('actions/mergeResults', { actionName, results });
  expect(await merge('note', [{ notes: ['a'] }, {}, { notes: ['b'], bad: true }])).toEqual({
    merged: { notes: ['a', 'b'], bad: true },
  });
  expect(await merge('nope', [])).toEqual({ error: expect.stringMatching(/^Action "nope" not found/) });

  expect(await started.client.sendRequest('actions/getPayloadSchemas', {})).toEqual({
    note: { properties: { name: { type: 'string', default: 'x' } }, required: [] },
    atOnce: { properties: {}, required: [] },
  });
});

test('many runs at once get their own answers and their own parts', async () => {
  await using started = await start(['one', 'parts']);
  const tokens: unknown[] = [];
  started.client.onNotification('$/progress', ({ token }) => void tokens.push(token));
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map((number) =>
      started.client.sendRequest('actions/runHandlers', {
        actionName: 'note',
        handlerNames: ['one', 'parts'],
        params: { name: String(number) },
        previousResult: null,
        options: { resultFormats: [], ...(number % 2 === 0 ? {} : { partialResultToken: number }) },
      }),
    ),
  );
  const expected = numbers.map((number) => ({
    status: number % 2 === 0 ? 'success' : 'streamed',
    result: { notes: [`one ${number} unknown cli 0`, 'a', 'b'], bad: true },
    resultByFormat: {},
    returnCode: 1,
  }));
  expect(answers).toEqual(expected);
  const odd = numbers.filter((number) => number % 2 === 1);
  expect(tokens.sort((a, b) => Number(a) - Number(b))).toEqual(
    odd.flatMap((number) => [number, number, number]),
  );
});
