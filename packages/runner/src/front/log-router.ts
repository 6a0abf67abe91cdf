import {
  combineSinks,
  createLog,
  createSystemClock,
  type Log,
  type LogLevel,
  type LogRecord,
  type LogSink,
  logLevels,
} from '@tandem/platform';

/** The log of a runner process: to stderr, to whatever sink the composition adds, and to the Workspace Manager on demand. */
export interface LogRouter {
  readonly log: Log;
  /** Least serious level that goes to stderr. */
  setLevel(level: LogLevel): void;
  /** `undefined` stops it. */
  forward(target: { readonly level: LogLevel; send(record: LogRecord): void } | undefined): void;
}

export function createLogRouter(options: {
  readonly level: LogLevel;
  readonly stderr: { write(text: string): unknown };
  readonly sinks?: readonly LogSink[];
}): LogRouter {
  let { level } = options;
  let forwarding: Parameters<LogRouter['forward']>[0];
  const stderrSink: LogSink = {
    isEnabled: (candidate) => isAtLeast(candidate, level),
    write: (record) => void options.stderr.write(formatRecord(record)),
  };
  const forwardSink: LogSink = {
    isEnabled: (candidate) => forwarding !== undefined && isAtLeast(candidate, forwarding.level),
    write: (record) => forwarding?.send(record),
  };
  const sink = combineSinks(stderrSink, forwardSink, ...(options.sinks ?? []));
  return {
    log: createLog({ sink, clock: createSystemClock() }),
    setLevel(next) {
      level = next;
    },
    forward(target) {
      forwarding = target;
    },
  };
}

function isAtLeast(level: LogLevel, minimum: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(minimum);
}

function formatRecord({ timeMs, level, message, fields }: LogRecord): string {
  const { group, error, ...others } = fields;
  const head = `${new Date(timeMs).toISOString()} ${level.toUpperCase()} ${group === undefined ? '' : `${String(group)}: `}${message}`;
  const rest = Object.keys(others).length === 0 ? '' : ` ${JSON.stringify(others)}`;
  const stack = error === undefined ? '' : `\n${typeof error === 'string' ? error : JSON.stringify(error)}`;
  return `${head}${rest}${stack}\n`;
}
