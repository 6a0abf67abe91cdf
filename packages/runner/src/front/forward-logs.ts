import type { LogLevel as WireLogLevel } from '@tandem/contracts';
import { type LogLevel, type LogRecord, parseLogLevel } from '@tandem/platform';
import type { LogRouter } from './log-router.js';

interface WireLogRecord {
  timestamp: number;
  level: WireLogLevel;
  group: string;
  message: string;
}

const wireLevel: Readonly<Record<LogLevel, WireLogLevel>> = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
};

/** Sends records from this level on to the Workspace Manager; without a level it stops. */
export function forwardTo(
  logs: LogRouter,
  level: WireLogLevel | undefined,
  send: (records: WireLogRecord[]) => void,
): void {
  if (level === undefined) {
    logs.forward(undefined);
    return;
  }
  // Python's SUCCESS is the one level that has no counterpart here; it lies just above INFO.
  logs.forward({ level: parseLogLevel(level) ?? 'info', send: (record) => send([toWire(record)]) });
}

function toWire({ timeMs, level, message, fields }: LogRecord): WireLogRecord {
  const { group, error } = fields;
  return {
    timestamp: timeMs / 1000,
    level: wireLevel[level],
    group: typeof group === 'string' ? group : 'tandem.runner',
    message: typeof error === 'string' ? `${message}\n${error}` : message,
  };
}
