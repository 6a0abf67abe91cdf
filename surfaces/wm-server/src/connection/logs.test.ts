import type { LogRecord } from '@tandem/contracts';
import { createManualClock } from '@tandem/platform';
import { describe, expect, test } from 'vitest';
import { demoSource } from '../testing/demo-workspace.js';
import { startTestWorkspace } from '../testing/test-daemon.js';
import { type LogBatch, LogStream } from './log-stream.js';

const record = (message: string, level: LogRecord['level'] = 'INFO'): LogRecord => ({
  timestamp: 0,
  level,
  source: 'wm',
  group: 'wm',
  message,
});

describe('the records for one client', () => {
  function stream() {
    const clock = createManualClock();
    const batches: LogBatch[] = [];
    const reader = { isReading: true };
    const logs = new LogStream({
      clock,
      canSend: () => reader.isReading,
      send: (batch) => void batches.push(batch),
    });
    return { clock, batches, reader, logs };
  }

  test('are gathered for 200 ms', async () => {
    const { clock, batches, logs } = stream();
    logs.push(record('a'));
    await clock.advance(199);
    logs.push(record('b'));
    expect(batches).toEqual([]);
    await clock.advance(1);
    expect(batches).toEqual([{ records: [record('a'), record('b')] }]);
    await clock.advance(1_000);
    expect(batches).toHaveLength(1);
  });

  test('go at once when there are a hundred, or one is an error', () => {
    const { batches, logs } = stream();
    for (let number = 0; number < 100; number++) logs.push(record('a'));
    expect(batches.map(({ records }) => records.length)).toEqual([100]);
    logs.push(record('bad', 'ERROR'));
    logs.push(record('worse', 'CRITICAL'));
    expect(batches).toHaveLength(3);
  });

  test('are the newest thousand, and the number of the lost, for one who did not read', async () => {
    const { clock, batches, reader, logs } = stream();
    reader.isReading = false;
    for (let number = 1; number <= 1_500; number++) logs.push(record(String(number), 'ERROR'));
    await clock.advance(10_000);
    expect(batches).toEqual([]);
    reader.isReading = true;
    await clock.advance(200);
    expect(batches).toHaveLength(1);
    expect(batches[0]).toMatchObject({ droppedCount: 500, records: { length: 1_000 } });
    expect(batches[0]?.records[0]?.message).toBe('501');
  });
});

describe('over the wire', () => {
  test('a subscriber gets what a run caused before the answer, without secrets, and only from its level on', async () => {
    const { wm, workspaceRoot, connect } = await startTestWorkspace();
    const seen: LogRecord[] = [];
    const overheard: LogRecord[] = [];
    wm.on('server/logRecords', ({ records }) => void seen.push(...records));
    const other = connect();
    other.on('server/logRecords', ({ records }) => void overheard.push(...records));
    await other.request('server/subscribeLogs', { minLevel: 'ERROR' });
    await wm.request('server/subscribeLogs', { minLevel: 'no such level' });
    const run = { actionSource: demoSource('speak'), project: workspaceRoot, params: { text: 'hi' } };
    await wm.request('actions/run', run);
    const fromRunner = seen.filter(({ source }) => source.startsWith('runner:dev@'));
    expect(fromRunner).toMatchObject([{ level: 'INFO', group: 'demo', timestamp: 1.5 }]);
    expect(fromRunner[0]?.message).not.toContain('abc123secret');
    await other.request('server/getInfo', {});
    expect(overheard).toEqual([]);

    await wm.request('server/unsubscribeLogs', {});
    const before = seen.length;
    await wm.request('actions/run', run);
    expect(seen).toHaveLength(before);
  });

  test('runners forward only what somebody wants', async () => {
    const { wm, connect, runners, workspaceRoot } = await startTestWorkspace();
    await wm.request('runners/restart', { project: workspaceRoot, env: 'dev' });
    await wm.request('server/subscribeLogs', { minLevel: 'WARNING' });
    const other = connect();
    await other.request('server/subscribeLogs', { minLevel: 'DEBUG' });
    await other.close();
    await runners.until('forwards logs DEBUG');
    await wm.request('server/unsubscribeLogs', {});
    await runners.until('forwards logs undefined');
    const levels = runners.history.filter((event) => event.startsWith('forwards'));
    expect(levels.slice(-4)).toEqual([
      'forwards logs WARNING',
      'forwards logs DEBUG',
      'forwards logs WARNING',
      'forwards logs undefined',
    ]);
  });

  test('messages for the user go to all clients', async () => {
    const { wm, connect, workspaceRoot } = await startTestWorkspace();
    const other = connect();
    const heard = [wm, other].map(
      (client) => new Promise((resolve) => void client.on('server/userMessage', resolve)),
    );
    await other.request('server/getInfo', {});
    const run = { actionSource: demoSource('speak'), project: workspaceRoot, params: { text: 'watch out' } };
    await wm.request('actions/run', run);
    const message = { message: 'watch out', type: 'WARNING' };
    expect(await Promise.all(heard)).toEqual([message, message]);
  });
});
