import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunnerHost, RunnerStart } from '../runners/runner-port.js';
import { type MemoryHandler, type MemoryRunnersOptions, StopWith } from '../testing/memory-handler.js';
import { MemoryRunner } from '../testing/memory-runner.js';
import { executePlan } from './execute-plan.js';
import { type PlannedHandler, planRun } from './plan-run.js';
import type { ActionCall, FormattedResult, RunEvents } from './run.js';

const signal = new AbortController().signal;
const call: ActionCall = {
  runId: 'r',
  actionName: 'act',
  params: {},
  meta: { trigger: 'user', devEnv: 'cli', orchestrationDepth: 0 },
  resultFormats: ['json'],
};

/** Handlers never ask for anything in these tests. */
const noHost = {} as RunnerHost;

/** Runs `h1/a h2/b` in runners that are there already; each handler says its name. */
async function execute(
  handlers: readonly PlannedHandler[],
  options: MemoryRunnersOptions & { readonly concurrent?: boolean; readonly events?: RunEvents },
) {
  const runners = new Map<string, Promise<MemoryRunner>>();
  const start = async (envName: string) => {
    const address: RunnerStart = {
      projectDir: '/p',
      envName,
      projectName: 'p',
      projectFile: '/p/finecode.toml',
      runtime: 'node',
      envDir: `/p/.venvs/${envName}`,
      nodeModulesDirs: [],
      debug: false,
      writeAheadLog: false,
    };
    const runner = new MemoryRunner(address, noHost, options);
    const declared = handlers.map((handler) => ({
      ...handler,
      source: handler.name,
      config: {},
      dependencies: [],
    }));
    await runner.configure({
      actions: [{ name: 'act', source: 'act', config: {}, handlers: declared }],
      handlerConfigs: {},
      services: [],
    });
    return runner;
  };
  const runnerFor = (envName: string) => {
    const runner = runners.get(envName) ?? start(envName);
    runners.set(envName, runner);
    return runner;
  };
  const plan = planRun(handlers, options.concurrent ?? false);
  return executePlan(plan, call, runnerFor, options.events ?? {}, { signal });
}

function parse(text: string): readonly PlannedHandler[] {
  return text.split(' ').map((word) => {
    const [name = '', envName = ''] = word.split('/');
    return { name, envName };
  });
}

const sayName =
  (name: string): MemoryHandler =>
  () => ({ said: [name] });
const speakers = Object.fromEntries(['h1', 'h2', 'h3'].map((name) => [name, sayName(name)]));

test.each([false, true])('streaming or not, all is delivered once (runners stream: %s)', async (streams) => {
  const arbitrary = fc.uniqueArray(
    fc.record({ name: fc.constantFrom('h1', 'h2', 'h3'), envName: fc.constantFrom('a', 'b') }),
    { selector: ({ name }) => name, minLength: 1 },
  );
  await fc.assert(
    fc.asyncProperty(arbitrary, fc.boolean(), async (handlers, concurrent) => {
      const options = { handlers: speakers, concurrent, streamsEveryResult: streams };
      const whole = await execute(handlers, options);
      const names = handlers.map(({ name }) => name).sort();
      expect(whole.kind).toBe('finished');
      expect(saidBy(whole.kind === 'finished' ? [whole.result] : [])).toEqual(names);
      const parts: FormattedResult[] = [];
      const events = { partial: (part: FormattedResult) => void parts.push(part) };
      expect((await execute(handlers, { ...options, events })).kind).toBe('streamed');
      expect(saidBy(parts)).toEqual(names);
    }),
  );
});

function saidBy(results: readonly FormattedResult[]): readonly string[] {
  return results.flatMap(({ json }) => (json as { said: string[] }).said).sort();
}

test('a chain ends where a handler stops it, and its result has the formats asked for', async () => {
  const handlers = {
    ...speakers,
    h2: () => {
      throw new StopWith({ said: ['enough'] });
    },
  };
  const outcome = await execute(parse('h1/a h2/b h3/a'), { handlers });
  expect(outcome).toEqual({ kind: 'stopped', result: { json: { said: ['enough'] } }, returnCode: 0 });
});

test.each([
  ['h1/a h2/a', false],
  ['h1/a h2/b', false],
  ['h1/a h2/b', true],
])('a handler that fails is the outcome of %s', async (text, concurrent) => {
  const handlers = {
    ...speakers,
    h2: () => {
      throw new Error('broken');
    },
  };
  expect(await execute(parse(text), { handlers, concurrent })).toEqual({ kind: 'failed', message: 'broken' });
});

test('the first failure ends the handlers beside it', async () => {
  let wasCancelled = false;
  const handlers: Record<string, MemoryHandler> = {
    h1: ({ signal: own }) =>
      new Promise((_, reject) => {
        own.addEventListener('abort', () => {
          wasCancelled = true;
          reject(own.reason);
        });
      }),
    h2: () => {
      throw new Error('broken');
    },
  };
  expect(await execute(parse('h1/a h2/b'), { handlers, concurrent: true })).toEqual({
    kind: 'failed',
    message: 'broken',
  });
  expect(wasCancelled).toBe(true);
});

test.each([
  ['h1/a', false],
  ['h1/a h2/b', false],
  ['h1/a h2/b', true],
])('an empty result of %s that was not streamed is refused', async (text, concurrent) => {
  const running = execute(parse(text), { handlers: speakers, concurrent, format: () => ({}) });
  await expect(running).rejects.toMatchObject({ code: 'protocol-violated' });
});

test('return codes of segments that ran side by side are combined', async () => {
  const handlers: Record<string, MemoryHandler> = {
    h1: ({ setReturnCode }) => setReturnCode(1),
    h2: ({ setReturnCode }) => setReturnCode(2),
  };
  const outcome = await execute(parse('h1/a h2/b'), { handlers, concurrent: true });
  expect(outcome).toMatchObject({ kind: 'finished', returnCode: 3 });
});
