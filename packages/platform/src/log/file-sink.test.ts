import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../test/child-program.js';
import { startLineChild } from '../../test/line-child.js';
import { temporaryDirectory } from '../../test/temporary-directory.js';
import { createSystemClock } from '../clock/system-clock.js';
import { createFileSink, type FileSinkOptions } from './file-sink.js';
import { createLog, type LogRecord } from './log.js';

const record: LogRecord = { timeMs: 0, level: 'info', message: 'hello', fields: { run: 1 } };

function linesIn(dirPath: string): Record<string, unknown>[] {
  return readdirSync(dirPath)
    .sort()
    .flatMap((name) => readFileSync(join(dirPath, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line));
}

async function openSink(options: Partial<FileSinkOptions> = {}) {
  const dirPath = join(await temporaryDirectory(), 'logs');
  return {
    dirPath,
    filePath: join(dirPath, 'wm.log'),
    sink: createFileSink({ filePath: join(dirPath, 'wm.log'), level: 'info', ...options }),
  };
}

test('one line of JSON per record, readable by this user alone', async () => {
  const { dirPath, filePath, sink } = await openSink();
  sink.write(record);
  sink.write({ ...record, level: 'error', message: 'two\nlines', fields: { level: 'forged', pid: 0 } });
  const head = { time: '1970-01-01T00:00:00.000Z', pid: process.pid };
  expect(linesIn(dirPath)).toEqual([
    { ...head, level: 'INFO', message: 'hello', run: 1 },
    { ...head, level: 'ERROR', message: 'two\nlines' },
  ]);
  expect((await stat(filePath)).mode & 0o777).toBe(0o600);
  expect([sink.isEnabled('debug'), sink.isEnabled('info'), sink.isEnabled('error')]).toEqual([
    false,
    true,
    true,
  ]);
  sink[Symbol.dispose]();
});

test('a full file is set aside, and the oldest go', async () => {
  const { dirPath, sink } = await openSink({ maxBytes: 500, keep: 2 });
  for (let run = 0; run < 100; run += 1) sink.write({ ...record, fields: { run } });
  const names = readdirSync(dirPath).sort();
  expect(names).toHaveLength(3);
  expect(names[0]).toBe('wm.log');
  const runs = linesIn(dirPath).map(({ run }) => run);
  expect(runs).toContain(99);
  expect(runs).not.toContain(0);
});

test('files that are not logs set aside are left alone', async () => {
  const { dirPath, sink } = await openSink({ maxBytes: 100, keep: 0 });
  await mkdir(dirPath);
  await writeFile(join(dirPath, 'wm.log.backup'), '');
  await writeFile(join(dirPath, '20300101T000000000Z-1'), '');
  for (let run = 0; run < 5; run += 1) sink.write(record);
  expect(readdirSync(dirPath).sort()).toEqual(['20300101T000000000Z-1', 'wm.log', 'wm.log.backup']);
});

test('a file removed by hand is made again', async () => {
  const { dirPath, sink } = await openSink();
  sink.write(record);
  await rm(dirPath, { recursive: true });
  sink.write({ ...record, message: 'again' });
  expect(linesIn(dirPath)).toMatchObject([{ message: 'again' }]);
});

describe('a log that cannot be written', () => {
  test('harms nobody, and its losses are told when it works again', async () => {
    const { dirPath, sink } = await openSink();
    await writeFile(dirPath, 'in the way');
    sink.write(record);
    sink.write(record);
    expect(sink.lostRecords).toBe(2);
    await rm(dirPath);
    sink.write({ ...record, message: 'back' });
    expect(linesIn(dirPath)).toMatchObject([
      { level: 'WARN', message: 'log records were lost', lostRecords: 2 },
      { message: 'back' },
    ]);
    expect(sink.lostRecords).toBe(0);
  });

  test('a full disk', () => {
    if (process.platform !== 'linux') return;
    const sink = createFileSink({
      filePath: '/dev/full',
      level: 'trace',
      maxBytes: Number.POSITIVE_INFINITY,
    });
    createLog({ sink, clock: createSystemClock() }).info('x');
    expect(sink.lostRecords).toBe(1);
    sink[Symbol.dispose]();
  });
});

test('several processes write and set aside at once: no line is lost or torn', async () => {
  const { dirPath, filePath } = await openSink();
  const program = await buildProgram(`
    import { createFileSink, createLog, createSystemClock } from './index.js';
    const [filePath = '', writer] = process.argv.slice(2);
    const sink = createFileSink({ filePath, level: 'info', maxBytes: 20_000, keep: 10_000 });
    const log = createLog({ sink, clock: createSystemClock(), fields: { writer } });
    process.stdin.once('data', () => {
      for (let index = 0; index < 1000; index += 1) log.info('x'.repeat(index % 300), { index });
      console.log(sink.lostRecords);
      process.exit(0);
    });
    console.log('ready');
  `);
  const writers = await Promise.all(
    [0, 1, 2, 3].map((id) => startLineChild(program, { args: [filePath, String(id)] })),
  );
  for (const writer of writers) await writer.nextLine();
  for (const writer of writers) writer.process.stdin.write('go');
  await Promise.all(writers.map((writer) => once(writer.process, 'exit')));
  const seen = new Set(linesIn(dirPath).map(({ writer, index }) => `${writer}/${index}`));
  expect(seen.size).toBe(4_000);
  expect(readdirSync(dirPath).length).toBeGreaterThan(10);
});
