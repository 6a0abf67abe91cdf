import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createFileSystem,
  createLog,
  createManualClock,
  createMemoryFileSystem,
  createMemorySink,
} from '@tandem/platform';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runHistory } from './run-history.js';
import type { LoggedRun, RunEvent } from './run-log.js';
import { parseWal, readWal } from './wal-reader.js';
import { createWalWriter, type WalWriterOptions } from './wal-writer.js';

const dir = '/state/wal/wm';

function run(runId: string, parentRunId?: string): LoggedRun {
  return { runId, parentRunId, projectDir: '/w/a', actionName: 'lint', trigger: 'user', devEnv: 'cli' };
}

function create() {
  const files = createMemoryFileSystem({ '/state/x': '' });
  const clock = createManualClock();
  const sink = createMemorySink();
  const append = async (path: string, text: string) =>
    files.writeAtomic(path, ((await files.readTextIfExists(path)) ?? '') + text);
  const writer = (more: Partial<WalWriterOptions> = {}) =>
    createWalWriter({
      dir,
      files,
      append,
      clock,
      log: createLog({ sink, clock }),
      writerId: 'wm-1-0',
      ...more,
    });
  return { files, clock, sink, append, writer };
}

test('pin: the lines of a run', async () => {
  const { files, clock, writer } = create();
  const log = writer();
  log.write(run('r1', 'r0'), { kind: 'accepted', params: { b: 1, a: [{ d: 1, c: 2 }] } });
  await clock.advance(1500);
  log.write(run('r1', 'r0'), { kind: 'dispatched', envName: 'dev' });
  log.write(run('r1', 'r0'), { kind: 'completed', status: 'finished', returnCode: 2 });
  await log[Symbol.asyncDispose]();
  const lines = (await files.readText(`${dir}/wal-000001.jsonl`)).trimEnd().split('\n');
  const common = {
    schema_version: 2,
    project_path: '/w/a',
    writer_id: 'wm-1-0',
    wal_run_id: 'r1',
    parent_run_id: 'r0',
    action_name: 'lint',
    trigger: 'user',
    dev_env: 'cli',
  };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      ...common,
      sequence: 1,
      ts: '2030-01-01T00:00:00.000Z',
      event_type: 'run.accepted',
      payload: { params_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
    {
      ...common,
      sequence: 2,
      ts: '2030-01-01T00:00:01.500Z',
      event_type: 'run.dispatched',
      env_name: 'dev',
      payload: { env_name: 'dev' },
    },
    {
      ...common,
      sequence: 3,
      ts: '2030-01-01T00:00:01.500Z',
      event_type: 'run.completed',
      payload: { status: 'success', return_code: 2 },
    },
  ]);
});

test('equal payloads have equal hashes, whatever the order of their keys', async () => {
  const { files, writer } = create();
  const log = writer();
  log.write(run('r1'), { kind: 'accepted', params: { a: 1, b: { c: 2, d: 3 } } });
  log.write(run('r2'), { kind: 'accepted', params: { b: { d: 3, c: 2 }, a: 1 } });
  log.write(run('r3'), { kind: 'accepted', params: { a: 2 } });
  await log[Symbol.asyncDispose]();
  const { events } = await readWal(dir, files);
  const hashes = events.map(({ payload }) => payload['params_hash']);
  expect(hashes[0]).toBe(hashes[1]);
  expect(hashes[2]).not.toBe(hashes[0]);
});

test('history tells how each run ended', async () => {
  const { files, clock, writer } = create();
  const log = writer();
  const accepted: RunEvent = { kind: 'accepted', params: {} };
  const ends: readonly RunEvent[] = [
    { kind: 'completed', status: 'streamed', returnCode: 1 },
    { kind: 'failed', error: 'broken' },
    { kind: 'cancelled', reason: 'not wanted' },
  ];
  for (const [index, end] of ends.entries()) {
    log.write(run(`r${index}`, 'r9'), accepted);
    await clock.advance(10);
    log.write(run(`r${index}`, 'r9'), end);
  }
  log.write(run('r8'), { kind: 'rejected', reason: 'not trusted' });
  log.write(run('r9'), accepted);
  await log[Symbol.asyncDispose]();
  const history = runHistory((await readWal(dir, files)).events);
  expect(
    history.map(({ runId, status, returnCode, problem }) => [runId, status, returnCode ?? problem]),
  ).toEqual([
    ['r0', 'completed', 1],
    ['r1', 'failed', 'broken'],
    ['r2', 'cancelled', 'not wanted'],
    ['r8', 'rejected', 'not trusted'],
    ['r9', 'unfinished', undefined],
  ]);
  expect(history[0]).toMatchObject({ parentRunId: 'r9', actionName: 'lint', projectDir: '/w/a' });
  expect((history[0]?.endedAtMs ?? 0) - (history[0]?.startedAtMs ?? 0)).toBe(10);
});

test('a full file is followed by a new one; the oldest go', async () => {
  const { files, writer } = create();
  const log = writer({ maxSegmentBytes: 400, keepSegments: 3 });
  for (let n = 0; n < 20; n += 1) {
    log.write(run(`r${n}`), { kind: 'accepted', params: {} });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await log[Symbol.asyncDispose]();
  const names = (await files.readDirectory(dir)).map(({ name }) => name);
  expect(names).toHaveLength(3);
  expect(names.at(-1)).toBe('wal-000010.jsonl');
  const { events, damagedLines } = await readWal(dir, files);
  expect(damagedLines).toBe(0);
  expect(events.at(-1)).toMatchObject({ runId: 'r19', sequence: 20 });
});

test('several writers share a folder, one after another and at once', async () => {
  const realDir = await mkdtemp(join(tmpdir(), 'tandem-wal-'));
  try {
    const files = createFileSystem();
    const { writer } = create();
    const options = { dir: realDir, files, append: appendFile, maxSegmentBytes: 2000 };
    const writers = ['wm-1-0', 'wm-2-0', 'wm-3-0'].map((writerId) => writer({ ...options, writerId }));
    for (let n = 0; n < 20; n += 1) {
      for (const log of writers) log.write(run(`r${n}`), { kind: 'accepted', params: {} });
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const log of writers) await log[Symbol.asyncDispose]();
    const later = writer({ ...options, writerId: 'wm-4-0' });
    later.write(run('last'), { kind: 'accepted', params: {} });
    await later[Symbol.asyncDispose]();
    const { events, damagedLines } = await readWal(realDir, files);
    expect(damagedLines).toBe(0);
    expect(events).toHaveLength(61);
    for (const writerId of ['wm-1-0', 'wm-2-0', 'wm-3-0']) {
      const own = events.filter((event) => event.writerId === writerId);
      expect(own.map(({ runId }) => runId)).toEqual(Array.from({ length: 20 }, (_, n) => `r${n}`));
      expect(own.map(({ sequence }) => sequence)).toEqual(
        own.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
      );
    }
  } finally {
    await rm(realDir, { recursive: true });
  }
});

test('after a writer was killed at any byte, every whole line is read and the next writer loses nothing', async () => {
  const whole = await (async () => {
    const { files, writer } = create();
    const log = writer();
    for (const runId of ['r1', 'r2', 'ä€😀']) log.write(run(runId), { kind: 'accepted', params: {} });
    await log[Symbol.asyncDispose]();
    return files.readText(`${dir}/wal-000001.jsonl`);
  })();
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (length) => {
      const torn = whole.slice(0, length);
      const { files, append, writer } = create();
      await files.ensureDirectory(dir);
      await append(`${dir}/wal-000001.jsonl`, torn);
      const next = writer({ writerId: 'wm-2-0' });
      next.write(run('next'), { kind: 'accepted', params: {} });
      await next[Symbol.asyncDispose]();
      const { events, damagedLines } = await readWal(dir, files);
      const wholeLines = torn.split('\n').length - 1;
      const isComplete = torn !== '' && whole[length] === '\n';
      expect(events.map(({ runId }) => runId)).toEqual([
        ...['r1', 'r2', 'ä€😀'].slice(0, wholeLines + Number(isComplete)),
        'next',
      ]);
      expect(damagedLines).toBe(torn === '' || torn.endsWith('\n') || isComplete ? 0 : 1);
    }),
  );
});

test('whatever is in the file, reading it does not fail', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constant('{"sequence":1,"ts":"never","event_type":"run.accepted"}'),
    fc.record({ sequence: fc.anything(), ts: fc.anything(), payload: fc.anything() }).map((content) => {
      try {
        return JSON.stringify(content);
      } catch {
        return 'not JSON';
      }
    }),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { events, damagedLines } = parseWal(lines.join('\n'));
      expect(events.length + damagedLines).toBeLessThanOrEqual(lines.join('\n').split('\n').length);
      runHistory(events);
    }),
  );
});

test('no folder, no events', async () => {
  expect(await readWal('/nowhere', create().files)).toEqual({ events: [], damagedLines: 0 });
});

test('a disk that is full costs the log, not the work, and the log goes on when it can', async () => {
  const { files, sink, append, writer } = create();
  let isFull = true;
  const log = writer({
    append: async (path, text) => {
      if (isFull) throw new Error('no space left');
      await append(path, text);
    },
  });
  log.write(run('r1'), { kind: 'accepted', params: {} });
  await log[Symbol.asyncDispose]();
  expect(sink.records.map(({ message, fields }) => [message, fields['error']])).toEqual([
    ['run events were not written', 'no space left'],
  ]);
  isFull = false;
  log.write(run('r2'), { kind: 'accepted', params: {} });
  await log[Symbol.asyncDispose]();
  expect((await readWal(dir, files)).events.map(({ runId }) => runId)).toEqual(['r2']);
});
