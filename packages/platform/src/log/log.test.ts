import { expect, test } from 'vitest';
import { createManualClock } from '../clock/manual-clock.js';
import {
  combineSinks,
  createLog,
  createMemorySink,
  type LogLevel,
  type LogSink,
  parseLogLevel,
} from './log.js';

const clock = createManualClock(5_000);

function only(level: LogLevel): LogSink & { readonly records: readonly unknown[] } {
  return { ...createMemorySink(), isEnabled: (candidate) => candidate === level };
}

test('records carry time, level, message and the fields of all parents', () => {
  const sink = createMemorySink();
  const log = createLog({ sink, clock, fields: { part: 'wm' } })
    .child({ run: 1 })
    .child({ run: 2 });
  log.info('started', { file: 'a', token: 't' });
  expect(sink.records).toEqual([
    {
      timeMs: 5_000,
      level: 'info',
      message: 'started',
      fields: { part: 'wm', run: 2, file: 'a', token: '***REDACTED***' },
    },
  ]);
});

test('each sink gets the levels it asked for', () => {
  const [errors, traces] = [only('error'), only('trace')];
  const log = createLog({ sink: combineSinks(errors, traces), clock });
  log.trace('t');
  log.debug('d');
  log.warn('w');
  log.error('password=x');
  expect(errors.records).toMatchObject([{ level: 'error', message: 'password=***REDACTED***' }]);
  expect(traces.records).toMatchObject([{ level: 'trace', message: 't' }]);
  expect([log.isEnabled('trace'), log.isEnabled('info'), log.isEnabled('error')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a hostile object does not break the program', () => {
  const sink = createMemorySink();
  const log = createLog({ sink, clock });
  const trap = {
    get boom(): never {
      throw new Error('no');
    },
  };
  log.info('inside', { trap });
  log.info('at the top', trap);
  log.info('a proxy', {
    proxy: new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    ),
  });
  expect(sink.records.map(({ message, fields }) => [message, fields])).toEqual([
    ['inside', { trap: { boom: '[unreadable]' } }],
    ['at the top', { fields: '[unreadable]' }],
    ['a proxy', { fields: '[unreadable]' }],
  ]);
});

test('levels as people write them', () => {
  const check = (text: string, expected: LogLevel | undefined) => expect(parseLogLevel(text)).toBe(expected);
  check('TRACE', 'trace');
  check(' Info ', 'info');
  check('WARNING', 'warn');
  check('critical', 'error');
  check('loud', undefined);
  check('constructor', undefined);
  check('', undefined);
});
