import type { FormattedResult, ProgressEvent, RunEvents, RunnerConfig } from '@tandem/workspace';
import { describe, expect, test } from 'vitest';
import { peculiarRunner } from '../testing/fixture-runner.js';
import { actionCall, never, startRunner, temporaryDirectory } from '../testing/launch.js';
import { createRecordingHost } from '../testing/recording-host.js';

const noConfig: RunnerConfig = { actions: [], handlerConfigs: {}, services: [] };

async function start(peculiarity: string, host = createRecordingHost()) {
  const { runner, logged } = await startRunner(
    peculiarRunner(peculiarity),
    { projectDir: await temporaryDirectory() },
    { host },
  );
  const meta = await runner.configure(noConfig, never());
  return { runner, host, meta, logged };
}

function recorder() {
  const partials: FormattedResult[] = [];
  const progress: ProgressEvent[] = [];
  const events: RunEvents = {
    partial: (result) => void partials.push(result),
    progress: (event) => void progress.push(event),
  };
  return { partials, progress, events };
}

test('only our own runner is known to stream every result', async () => {
  for (const peculiarity of ['contract', 'finecode'])
    expect((await start(peculiarity)).runner.streamsEveryResult, peculiarity).toBe(false);
});

describe('a runner of the contract', () => {
  test('gives meta as a flat table and results as JSON text; both names of the run id are sent', async () => {
    const { runner, meta } = await start('contract');
    expect([...meta]).toEqual([['x.Lint', { canonicalSource: 'x.lint.Lint', runsConcurrently: true }]]);
    expect(runner.logFilePath).toBe('/logs/runner.log');
    const call = actionCall('lint', { params: { file: 'a' }, runId: 'id' });
    expect(await runner.run(call, {}, never())).toEqual({
      kind: 'finished',
      returnCode: 0,
      result: {
        json: {
          actionName: 'lint',
          params: { file: 'a' },
          options: { meta: call.meta, resultFormats: ['json'], walRunId: 'id', runId: 'id' },
        },
      },
    });
  });

  test('gets what it asks for in the shapes of the contract', async () => {
    const host = createRecordingHost();
    const { runner } = await start('asking', host);
    const outcome = await runner.run(actionCall('lint'), {}, never());
    const meta = { trigger: 'user', devEnv: 'git_hook', orchestrationDepth: 3 };
    expect(host.nested).toEqual([
      { actionSource: 'x.lint.Lint', payload: { a: 1 }, meta },
      { actionSource: 'x.lint.Lint', payload: { a: 1 }, meta, projectDirs: ['/repo/a'], concurrently: false },
    ]);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    expect(host.edits).toEqual([
      {
        changes: [
          { kind: 'edit', uri: 'file:///a.py', edits: [{ range, newText: 'x' }] },
          { kind: 'rename', uri: 'file:///b', newUri: 'file:///c' },
        ],
      },
    ]);
    expect(outcome).toMatchObject({
      result: {
        json: {
          applied: { applied: true },
          oddEdit: { refused: { code: -32602, message: expect.stringContaining('"explode"') } },
          config: { config: '{"file":"/repo/a/pyproject.toml"}' },
          project: { result: { whole: true }, returnCode: 1 },
          workspace: { resultsByProject: { '/repo/a': { n: 1 } } },
          packages: { packages: { a: '/repo/a' } },
          paths: {
            projects: [
              { path: '/repo/a', configStatus: 'valid' },
              { path: '/repo/b', configStatus: 'no_config' },
            ],
          },
          subactions: { subactions: [{ source: 'x.Py', canonicalSource: 'x.P.Py', language: 'python' }] },
          actions: { actions: [{ name: 'lint', canonicalSource: 'x.lint.Lint', project: '/repo/a' }] },
          unknown: { refused: { code: -32601 } },
          parts: [
            {
              token: 7,
              value: '{"part":1}',
              header: expect.stringContaining('Content-Type: application/vscode-jsonrpc; charset=utf-8'),
            },
          ],
        },
      },
    });
  });

  test('an action that failed is an outcome, also when it comes as an error of the protocol', async () => {
    const failing = await start('failing');
    expect(await failing.runner.run(actionCall('lint'), {}, never())).toEqual({
      kind: 'failed',
      message: 'Invalid payload for action lint: required field missing @ $.file',
    });
    const { runner } = await startRunner(peculiarRunner('refusing'), {
      projectDir: await temporaryDirectory(),
    });
    expect(await runner.run(actionCall('lint'), {}, never())).toEqual({
      kind: 'failed',
      message: 'lint: no such luck',
    });
    expect(await runner.resolveSource('x.Y')).toBeUndefined();
    await expect(runner.configure(noConfig, never())).rejects.toMatchObject({
      code: 'runner-failed',
      message: expect.stringMatching(
        /updateConfig" failed in the runner for env "dev" of .*entry points changed/,
      ),
    });
  });

  test('sees documents open, change and close, in order', async () => {
    const told: string[] = [];
    let settle = (): void => {};
    const allTold = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const host = createRecordingHost({
      userMessage: (message) => {
        if (told.push(message) === 3) settle();
      },
    });
    const { runner } = await start('contract', host);
    runner.documentOpened({ uri: 'file:///a', version: 1, text: 'é😀' });
    runner.documentChanged({ uri: 'file:///a', version: 2, text: 'b' });
    runner.documentClosed('file:///a');
    await allTold;
    expect(told.map((text) => JSON.parse(text))).toEqual([
      { textDocument: { uri: 'file:///a', languageId: '', version: 1, text: 'é😀' } },
      { textDocument: { uri: 'file:///a', version: 2 }, contentChanges: [{ text: 'b' }] },
      { textDocument: { uri: 'file:///a' } },
    ]);
  });
});

describe('a runner that answers as FineCode does', () => {
  test('gives nested meta, styled text and partial results by format', async () => {
    const { runner, meta } = await start('finecode');
    expect([...meta]).toEqual([
      [
        'x.Lint',
        {
          canonicalSource: 'x.lint.Lint',
          runsConcurrently: false,
          scope: 'workspace',
          language: 'python',
          location: 'x/lint.py:7',
        },
      ],
    ]);
    const { partials, progress, events } = recorder();
    const call = actionCall('lint', { resultFormats: ['json', 'string'] });
    expect(await runner.run(call, events, never())).toEqual({ kind: 'streamed', returnCode: 1 });
    const styledText = { parts: [{ text: 'Found', bold: true }, ' 2\n'] };
    expect(partials).toEqual([
      { json: { n: 1 }, string: 'Found 2\n', styledText },
      { json: { n: 2 }, string: 'two' },
    ]);
    expect(progress).toEqual([
      { kind: 'begin', title: 'Lint', percentage: 0, cancellable: false, total: 2 },
      { kind: 'report', message: 'half', percentage: 50 },
      { kind: 'end' },
    ]);
  });

  test('gets objects where the contract has text, and results by action name', async () => {
    const { runner } = await start('finecode');
    expect(await runner.run(actionCall('lint'), {}, never())).toMatchObject({
      kind: 'stopped',
      returnCode: 1,
      result: {
        string: 'Found 2\n',
        json: {
          config: { config: { file: '/repo/a/pyproject.toml' } },
          workspace: { resultsByProject: { '/repo/a': { lint: { result: { n: 1 }, status: 'success' } } } },
          parts: [{ token: 7, value: '{"json":{"part":1}}' }],
        },
      },
    });
  });

  test('serves segments, merging, schemas, sources, packages and logs', async () => {
    let settle = (_: unknown): void => {};
    const logged = new Promise((resolve) => {
      settle = resolve;
    });
    const { runner } = await start(
      'finecode',
      createRecordingHost({ logRecord: (record) => settle(record) }),
    );
    const call = {
      ...actionCall('lint', { resultFormats: [] }),
      handlerNames: ['h'],
      previousResult: { n: 1 },
      previousContext: { counter: 0 },
    };
    expect(await runner.runHandlers(call, {}, never())).toMatchObject({
      kind: 'finished',
      result: {
        got: { handlerNames: ['h'], previousResult: { n: 1 }, previousContext: { counter: 0 }, params: {} },
      },
      formatted: {},
      context: { counter: 1 },
    });
    expect(await runner.mergeResults('lint', [{ a: 1 }, {}])).toEqual({ all: [{ a: 1 }, {}] });
    await expect(runner.mergeResults('nope', [])).rejects.toThrow(
      'The results of "nope" cannot be merged: Action not found',
    );
    expect(await runner.payloadSchemas()).toEqual({
      lint: { properties: { file: { type: 'string' } }, required: ['file'] },
      broken: null,
    });
    expect(await runner.resolveSource('x.Y')).toBe('x.Y!');
    expect(await runner.packagePath('p')).toBe('/lib/p');
    runner.forwardLogs('warning');
    expect(await logged).toEqual({ level: 'INFO', group: 'x', message: 'true WARNING', timeMs: 1500 });
  });
});

describe('partial results', () => {
  test('all come, in order, before the answer, however slow the listener', async () => {
    const { runner, logged } = await start('streaming');
    const seen: unknown[] = [];
    const partial = async ({ json }: FormattedResult) => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(json);
    };
    const call = actionCall('lint', { params: { count: 200 } });
    expect(await runner.run(call, { partial }, never())).toEqual({ kind: 'streamed', returnCode: 0 });
    expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => ({ n, type: 'report' })));
    expect(logged()).toContain('a $/progress was left out: its value is no JSON object');
  });

  test('of runs at the same time are not mixed up', async () => {
    const { runner } = await start('streaming');
    const counts = [3, 1, 0, 7, 5];
    const seen = await Promise.all(
      counts.map(async (count) => {
        const { partials, events } = recorder();
        await runner.run(actionCall('lint', { params: { count } }), events, never());
        return partials.length;
      }),
    );
    expect(seen).toEqual(counts);
  });

  test('that a listener cannot take fail its run, and no other', async () => {
    const { runner } = await start('streaming');
    const partial = () => {
      throw new Error('the listener fell over');
    };
    const call = actionCall('lint', { params: { count: 2 } });
    await expect(runner.run(call, { partial }, never())).rejects.toThrow('the listener fell over');
    expect(await runner.run(call, recorder().events, never())).toMatchObject({ kind: 'streamed' });
  });

  test('of more bytes than are kept here wait in the runner, and none is lost', async () => {
    const { runner } = await start('flooding');
    let count = 0;
    const partial = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      count += 1;
    };
    await runner.run(actionCall('lint', { params: { count: 120 } }), { partial }, never());
    expect(count).toBe(120);
  });
});

describe('an answer that breaks the contract is an error that names the runner', () => {
  async function check(peculiarity: string, problem: RegExp, method: 'run' | 'runHandlers' = 'run') {
    const { runner } = await start(peculiarity);
    const call = { ...actionCall('lint'), handlerNames: [], previousResult: null };
    const error = { code: 'protocol-violated', message: expect.stringMatching(problem) };
    await expect(runner[method](call, {}, never())).rejects.toMatchObject(error);
  }

  const who = 'The runner for env "dev" of .* broke the protocol';
  test('an empty result', () =>
    check('empty-answer', new RegExp(`${who}: "lint" was answered "success" with an empty result`)));
  test('a wrong type', () => check('wrong-status', new RegExp(`${who}: .*"actions/run".*status`)));
  test('text that is no JSON', () => check('broken-text', /the result of "lint" cannot be read/));
  test('a stream that nobody asked for', () => check('unasked-stream', /answered "streamed" though nobody/));
  test('a result without its formats', () => check('contradiction', /with an empty result/, 'runHandlers'));
});
