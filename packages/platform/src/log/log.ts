import type { Clock } from '../clock/clock.js';
import { redactFields, redactText } from './redact.js';

/** From the most talkative to the most serious. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export type LogFields = Readonly<Record<string, unknown>>;

export interface LogRecord {
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

/** Where records go. A sink never throws: a program must not fail because of its log. */
export interface LogSink {
  isEnabled(level: LogLevel): boolean;
  write(record: LogRecord): void;
}

export interface Log {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** For what is expensive to put into words. */
  isEnabled(level: LogLevel): boolean;
  /** A log whose records all carry these fields as well. */
  child(fields: LogFields): Log;
}

export interface LogOptions {
  readonly sink: LogSink;
  readonly clock: Pick<Clock, 'now'>;
  readonly fields?: LogFields;
}

/** Secrets are removed before any sink sees a record. */
export function createLog({ sink, clock, fields: common = {} }: LogOptions): Log {
  const write = (level: LogLevel, message: string, fields: LogFields = {}): void => {
    if (sink.isEnabled(level))
      sink.write({ timeMs: clock.now(), level, ...withoutSecrets(message, common, fields) });
  };
  return {
    trace: (message, fields) => write('trace', message, fields),
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    isEnabled: (level) => sink.isEnabled(level),
    child: (fields) => createLog({ sink, clock, fields: { ...common, ...fields } }),
  };
}

function withoutSecrets(
  message: string,
  common: LogFields,
  fields: LogFields,
): Pick<LogRecord, 'message' | 'fields'> {
  try {
    return { message: redactText(message), fields: redactFields({ ...common, ...fields }) };
  } catch {
    // A getter of somebody's object threw. The event still counts, and nothing unchecked may be written.
    return { message: redactText(message), fields: { fields: '[unreadable]' } };
  }
}

/** One log, several readers, each with its own level. */
export function combineSinks(...sinks: readonly LogSink[]): LogSink {
  return {
    isEnabled: (level) => sinks.some((sink) => sink.isEnabled(level)),
    write: (record) => {
      for (const sink of sinks) if (sink.isEnabled(record.level)) sink.write(record);
    },
  };
}

/** The log of tests, and of whoever wants none: read `records` or forget it. */
export function createMemorySink(): LogSink & { readonly records: readonly LogRecord[] } {
  const records: LogRecord[] = [];
  return { records, isEnabled: () => true, write: (record) => void records.push(record) };
}

export function isAtLeast(level: LogLevel, minimum: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(minimum);
}

/** Accepts what people type: any letter case, and the Python names `WARNING` and `CRITICAL`. */
export function parseLogLevel(text: string): LogLevel | undefined {
  const name = text.trim().toLowerCase();
  const alias: Readonly<Record<string, LogLevel>> = { warning: 'warn', critical: 'error', fatal: 'error' };
  return logLevels.find((level) => level === name) ?? (Object.hasOwn(alias, name) ? alias[name] : undefined);
}
