import { createLog, createManualClock, createMemorySink } from '@tandem/platform';
import { expect, test } from 'vitest';
import type { MemoryRunnersOptions } from '../testing/memory-handler.js';
import { createMemoryRunners } from '../testing/memory-runners.js';
import type { RunnerState } from './runner-entry.js';
import { RunnerPool } from './runner-pool.js';
import type { OpenDocument, RunnerConfig, RunnerHost } from './runner-port.js';

const address = { projectDir: '/p', envName: 'dev' };
const signal = new AbortController().signal;

/** Runners never ask for anything in these tests. */
const noHost = {} as RunnerHost;

function create(options: MemoryRunnersOptions = {}) {
  const clock = createManualClock();
  const launcher = createMemoryRunners(options);
  const statuses: string[] = [];
  const documents: OpenDocument[] = [];
  const config = { handlerConfigs: {} as Record<string, unknown> };
  const pool = new RunnerPool({
    launcher,
    clock,
    log: createLog({ sink: createMemorySink(), clock }),
    startTimeoutMs: 1000,
    setupOf: ({ projectDir, envName }) => ({
      start: {
        projectDir,
        envName,
        projectName: 'p',
        projectFile: '/p/finecode.toml',
        runtime: 'node',
        envDir: `/p/.venvs/${envName}`,
        nodeModulesDirs: [],
        debug: false,
        writeAheadLog: false,
      },
      config: {
        actions: [],
        services: [],
        handlerConfigs: { ...config.handlerConfigs },
      } satisfies RunnerConfig,
    }),
    hostOf: () => noHost,
    openDocuments: () => documents,
    onMeta: () => undefined,
    onStatus: ({ status, problem }: RunnerState) =>
      void statuses.push(problem === undefined ? status : `${status}: ${problem}`),
  });
  return { pool, clock, launcher, statuses, documents, config };
}

test('callers at once share one start', async () => {
  const { pool, launcher, statuses } = create();
  const [first, second] = await Promise.all([pool.get(address), pool.get(address)]);
  expect(first).toBe(second);
  expect(launcher.all).toHaveLength(1);
  expect(statuses).toEqual(['starting', 'running']);
});

test('environments start side by side', async () => {
  const waiting: (() => void)[] = [];
  const { pool, launcher } = create({
    beforeStart: () => new Promise<void>((resolve) => void waiting.push(resolve)),
  });
  const starts = ['a', 'b', 'c'].map((envName) => pool.get({ projectDir: '/p', envName }));
  await Promise.resolve();
  expect(waiting).toHaveLength(3);
  for (const release of waiting) release();
  await Promise.all(starts);
  expect(launcher.all).toHaveLength(3);
});

test('after a crash the next use starts another; crashes in a row wait longer each time', async () => {
  const { pool, launcher, clock } = create();
  const waits: number[] = [];
  for (let crash = 0; crash < 9; crash += 1) {
    const start = pool.get(address);
    const before = clock.monotonicMs();
    let isUp = false;
    void start.then(() => {
      isUp = true;
    });
    await clock.advance(0);
    while (!isUp) await clock.advance(50);
    waits.push(clock.monotonicMs() - before);
    launcher.at('/p', 'dev').crash('boom');
    await clock.advance(0);
  }
  expect(waits).toEqual([0, 0, 250, 500, 1000, 2000, 4000, 8000, 15_000]);
});

test('a runner that lived long enough does not count as a crash in a row', async () => {
  const { pool, launcher, clock } = create();
  for (let life = 0; life < 4; life += 1) {
    await pool.get(address);
    await clock.advance(10_000);
    launcher.at('/p', 'dev').crash('boom');
    await clock.advance(0);
  }
  await pool.get(address);
  expect(launcher.all).toHaveLength(5);
});

test('an environment that is missing is found as soon as it is there', async () => {
  const { pool, launcher, statuses } = create({ missingEnvs: new Set(['/p/.venvs/dev']) });
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(pool.get(address)).rejects.toMatchObject({ code: 'env-not-found' });
  expect(statuses.at(-1)).toBe('no-environment: /p/.venvs/dev does not exist.');
  launcher.missingEnvs.clear();
  await pool.get(address);
  expect(statuses.at(-1)).toBe('running');
});

test('a start that takes too long fails, and what comes up later is stopped', async () => {
  let release: () => void = () => undefined;
  const { pool, launcher, clock, statuses } = create({
    beforeStart: () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  });
  const start = pool.get(address);
  const outcome = expect(start).rejects.toMatchObject({ code: 'runner-failed' });
  await clock.advance(1000);
  await outcome;
  expect(statuses.at(-1)).toContain('failed: not finished within the allowed 1000 ms');
  release();
  await clock.advance(0);
  expect(launcher.all.filter(({ isRunning }) => isRunning)).toEqual([]);
});

test('a runner under a debugger may take its time', async () => {
  let release: () => void = () => undefined;
  const { pool, clock } = create({
    beforeStart: (_, { onDebugAddress }) => {
      onDebugAddress?.({ host: '127.0.0.1', port: 5678 });
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  });
  const ports: number[] = [];
  const start = pool.restart(address, { debug: true, onDebugAddress: ({ port }) => void ports.push(port) });
  await clock.advance(3_600_000);
  expect(ports).toEqual([5678]);
  release();
  expect((await start).debugAddress).toBeDefined();
});

test('documents opened while it starts are there when it runs', async () => {
  let release: () => void = () => undefined;
  const { pool, launcher, documents, clock } = create({
    beforeStart: () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  });
  const start = pool.get(address);
  await clock.advance(0);
  documents.push({ uri: 'file:///p/x', version: 3, text: 'new' });
  release();
  await start;
  expect(launcher.at('/p', 'dev').documents.get('file:///p/x')?.text).toBe('new');
});

test('a configuration that changes during the start is not missed', async () => {
  const { pool, launcher, config } = create();
  const start = pool.get(address);
  config.handlerConfigs['x'] = 1;
  await pool.reconfigure('/p', { signal });
  await start;
  expect(launcher.at('/p', 'dev').config.handlerConfigs).toEqual({ x: 1 });
  config.handlerConfigs['x'] = 2;
  await pool.reconfigure('/p', { signal });
  expect(launcher.at('/p', 'dev').config.handlerConfigs).toEqual({ x: 2 });
});

test('restarting replaces the runner; stopping one that starts ends the start', async () => {
  const { pool, launcher, statuses } = create();
  const first = await pool.get(address);
  const second = await pool.restart(address, { debug: false });
  expect(second).not.toBe(first);
  expect(launcher.all.map(({ isRunning }) => isRunning)).toEqual([false, true]);
  await pool.stop(address);
  expect(statuses.at(-1)).toBe('exited');
  const hanging = create({ beforeStart: () => new Promise(() => undefined) });
  const start = hanging.pool.get(address);
  const outcome = expect(start).rejects.toMatchObject({ code: 'runner-exited' });
  await hanging.pool.stop(address);
  await outcome;
});

test('logs are forwarded by runners that start later too', async () => {
  const { pool, launcher } = create();
  pool.forwardLogs('DEBUG');
  await pool.get(address);
  expect(launcher.at('/p', 'dev').logLevel).toBe('DEBUG');
  pool.forwardLogs(undefined);
  expect(launcher.at('/p', 'dev').logLevel).toBeUndefined();
});

test('closing stops all and starts none', async () => {
  const { pool, launcher } = create();
  await pool.get(address);
  await pool[Symbol.asyncDispose]();
  expect(launcher.all.every(({ isRunning }) => !isRunning)).toBe(true);
  await expect(pool.get(address)).rejects.toMatchObject({ code: 'runner-exited' });
});

test('a runner that does not take its configuration is replaced at its next use', async () => {
  const { pool, launcher } = create();
  await pool.get(address);
  const stubborn = launcher.at('/p', 'dev');
  stubborn.configure = async () => {
    throw new Error('bad config');
  };
  await pool.reconfigure('/p', { signal });
  expect(stubborn.isRunning).toBe(false);
  expect(await pool.get(address)).not.toBe(stubborn);
});
