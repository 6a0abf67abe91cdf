import {
  ActionRunner,
  defineAction,
  defineHandler,
  FileAccess,
  Logger,
  StopRun,
  UserMessages,
  z,
} from '@tandem/extension-api';
import {
  createLog,
  createMemoryFileSystem,
  createMemorySink,
  createProcesses,
  createSystemClock,
  fixedEnvironment,
} from '@tandem/platform';
import { createStaticLoader } from '@tandem/runner';
import {
  type FormattedResult,
  type ProgressEvent,
  type RunnerConfig,
  WorkspaceError,
} from '@tandem/workspace';
import { describe, expect, test } from 'vitest';
import { actionCall, never, runnerStart } from '../testing/launch.js';
import { createRecordingHost } from '../testing/recording-host.js';
import { createInProcessRunner } from './in-process-runner.js';

const note = defineAction({
  name: 'note',
  payload: z.object({ name: z.string().default('x') }),
  result: {
    schema: z.object({ notes: z.array(z.string()).default([]) }),
    toText: ({ notes }) => notes.join(),
  },
});

const builtin = {
  note,
  plain: defineHandler({
    action: note,
    services: { messages: UserMessages, logger: Logger },
    run({ name }, { meta, services: { messages, logger } }) {
      messages.info('hello');
      logger.info('logged');
      return { notes: [`${name} ${meta.runId} ${meta.devEnv}`] };
    },
  }),
  streams: defineHandler({
    action: note,
    async run(_, { sendPartial, progress }) {
      const told = progress('Working', { total: 2 });
      for (const part of ['a', 'b']) {
        await sendPartial({ notes: [part] });
        told.advance();
      }
    },
  }),
  stops: defineHandler({
    action: note,
    run() {
      throw new StopRun({ notes: ['enough'] });
    },
  }),
  reads: defineHandler({
    action: note,
    services: { files: FileAccess },
    run: async ({ name }, { services: { files } }) => ({ notes: [await files.read(name)] }),
  }),
  nests: defineHandler({
    action: note,
    services: { actions: ActionRunner },
    run: async (_, { services: { actions } }) => ({
      notes: [JSON.stringify(await actions.run(note, { name: 'n' }))],
    }),
  }),
  waits: defineHandler({
    action: note,
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }),
};

function config(...handlers: readonly string[]): RunnerConfig {
  return {
    actions: [
      {
        name: 'note',
        source: 'builtin#note',
        config: {},
        handlers: handlers.map((name) => ({
          name,
          source: `builtin#${name}`,
          envName: 'dev',
          config: {},
          dependencies: [],
        })),
      },
    ],
    handlerConfigs: {},
    services: [],
  };
}

async function start(handlers: readonly string[], host = createRecordingHost()) {
  const clock = createSystemClock();
  const runner = createInProcessRunner({
    start: runnerStart('/project'),
    host,
    loader: createStaticLoader(new Map([['builtin', builtin]])),
    fileSystem: createMemoryFileSystem({ '/project/a.txt': 'on disk' }),
    processes: createProcesses(),
    environment: fixedEnvironment(),
    clock,
    log: createLog({ sink: createMemorySink(), clock }),
  });
  const meta = await runner.configure(config(...handlers), never());
  return { runner, host, meta };
}

test('runs built-in handlers with no process and no wire', async () => {
  const { runner, host, meta } = await start(['plain']);
  expect([...meta.keys()]).toEqual(['builtin#note']);
  runner.forwardLogs('INFO');
  const call = actionCall('note', { params: { name: 'me' }, resultFormats: ['json', 'string'] });
  expect(await runner.run(call, {}, never())).toEqual({
    kind: 'finished',
    result: { json: { notes: ['me run-1 cli'] }, string: 'me run-1 cli' },
    returnCode: 0,
  });
  expect(host.messages).toEqual(['info: hello']);
  expect(host.logs).toMatchObject([{ level: 'INFO', message: 'logged' }]);
  expect(await runner.payloadSchemas()).toMatchObject({ note: { required: [] } });
  expect(await runner.resolveSource('builtin#note')).toBe(meta.get('builtin#note')?.canonicalSource);
  expect(await runner.resolveSource('builtin#nope')).toBeUndefined();
  expect(await runner.packagePath('anything')).toBeUndefined();
});

test('parts and progress come in order, before the outcome', async () => {
  const { runner } = await start(['streams']);
  const parts: FormattedResult[] = [];
  const progress: ProgressEvent[] = [];
  const events = {
    partial: (part: FormattedResult) => void parts.push(part),
    progress: async (event: ProgressEvent) => {
      await new Promise((resolve) => setImmediate(resolve));
      progress.push(event);
    },
  };
  expect(await runner.run(actionCall('note'), events, never())).toEqual({ kind: 'streamed', returnCode: 0 });
  expect(parts).toEqual([{ json: { notes: ['a'] } }, { json: { notes: ['b'] } }]);
  expect(progress).toEqual([
    { kind: 'begin', title: 'Working', percentage: 0, total: 2, cancellable: false },
    { kind: 'report', percentage: 50 },
    { kind: 'report', percentage: 100 },
    { kind: 'end' },
  ]);
});

test('every result is a part, also of a segment, of one that stops and of one that found nothing', async () => {
  const { runner } = await start(['plain', 'streams', 'stops']);
  expect(runner.streamsEveryResult).toBe(true);
  const check = async (handlerNames: readonly string[], parts: readonly unknown[], outcome: object) => {
    const shares: unknown[] = [];
    const events = { partial: ({ json }: FormattedResult) => void shares.push(json) };
    const segment = { ...actionCall('note'), handlerNames, previousResult: null };
    expect(await runner.runHandlers(segment, events, never())).toMatchObject(outcome);
    expect(shares).toEqual(parts.map((notes) => ({ notes })));
  };
  await check(['plain', 'streams'], [['x run-1 cli'], ['a'], ['b']], {
    kind: 'streamed',
    result: { notes: ['x run-1 cli', 'a', 'b'] },
    formatted: {},
  });
  await check([], [[]], { kind: 'streamed', result: { notes: [] } });
  await check(['plain', 'stops'], [['x run-1 cli'], ['enough']], {
    kind: 'stopped',
    result: { notes: ['enough'] },
  });
});

test('segments, merging and early ends', async () => {
  const { runner } = await start(['plain', 'stops']);
  const segment = { ...actionCall('note'), handlerNames: ['plain'], previousResult: { notes: ['before'] } };
  expect(await runner.runHandlers(segment, {}, never())).toMatchObject({
    kind: 'finished',
    result: { notes: ['before', 'x run-1 cli'] },
    formatted: { json: { notes: ['before', 'x run-1 cli'] } },
  });
  expect(await runner.mergeResults('note', [{ notes: ['a'] }, { notes: ['b'] }])).toEqual({
    notes: ['a', 'b'],
  });
  await expect(runner.mergeResults('nope', [])).rejects.toMatchObject({ code: 'run-failed' });
  expect(await runner.run(actionCall('note'), {}, never())).toMatchObject({
    kind: 'stopped',
    result: { json: { notes: ['enough'] } },
  });
  expect(await runner.run(actionCall('nope'), {}, never())).toMatchObject({ kind: 'failed' });
});

test('open documents come before files', async () => {
  const { runner } = await start(['reads']);
  const read = () => runner.run(actionCall('note', { params: { name: 'a.txt' } }), {}, never());
  expect(await read()).toMatchObject({ result: { json: { notes: ['on disk'] } } });
  runner.documentOpened({ uri: 'file:///project/a.txt', version: 1, text: 'open' });
  runner.documentChanged({ uri: 'file:///project/a.txt', version: 2, text: 'changed' });
  expect(await read()).toMatchObject({ result: { json: { notes: ['changed'] } } });
  runner.documentClosed('file:///project/a.txt');
  expect(await read()).toMatchObject({ result: { json: { notes: ['on disk'] } } });
});

describe('nested runs', () => {
  test('tell which run asks', async () => {
    const host = createRecordingHost({
      runInProject: async ({ parentRunId, meta, actionSource }) => ({
        result: { notes: [`${parentRunId} ${meta.orchestrationDepth} ${actionSource}`] },
        returnCode: 0,
      }),
    });
    const { runner } = await start(['nests'], host);
    expect(await runner.run(actionCall('note'), {}, never())).toMatchObject({
      result: { json: { notes: [expect.stringMatching(/run-1 0 /)] } },
    });
  });

  test('that are refused fail the handler in the words of the workspace', async () => {
    const host = createRecordingHost({
      runInProject: () => Promise.reject(new WorkspaceError('limit-reached', 'nested too deep')),
    });
    const { runner } = await start(['nests'], host);
    expect(await runner.run(actionCall('note'), {}, never())).toEqual({
      kind: 'failed',
      message: expect.stringContaining('nested too deep'),
    });
  });
});

test('cancelling gives the reason; stopping ends what runs and refuses the rest', async () => {
  const { runner } = await start(['waits']);
  const cancel = new AbortController();
  const cancelled = runner.run(actionCall('note'), {}, { signal: cancel.signal });
  cancel.abort(new Error('not needed'));
  await expect(cancelled).rejects.toThrow('not needed');
  const running = runner.run(actionCall('note'), {}, never());
  const stopped = { code: 'runner-exited', message: 'The runner for env "dev" of /project was stopped.' };
  const refused = expect(running).rejects.toMatchObject(stopped);
  await runner.stop();
  await refused;
  expect(await runner.exited).toMatchObject({ kind: 'stopped' });
  await expect(runner.run(actionCall('note'), {}, never())).rejects.toMatchObject(stopped);
});

test('a configuration that cannot be is refused in words', async () => {
  const { runner } = await start(['plain']);
  const [action] = config('plain').actions;
  if (action === undefined) throw new Error('no action');
  const twice = { ...config(), actions: [action, { ...action, name: 'again' }] };
  await expect(runner.configure(twice, never())).rejects.toMatchObject({
    code: 'runner-failed',
    message: expect.stringContaining('"builtin#note" is already registered as "note"'),
  });
});
