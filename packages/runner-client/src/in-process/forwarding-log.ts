import { type Clock, createLog, type Log, type LogLevel, logLevels } from '@tandem/platform';
import type { RunnerHost } from '@tandem/workspace';

/** The log of a runner in this process: it goes where ours goes, and to the workspace while somebody listens there. */
export interface ForwardingLog {
  readonly log: Log;
  /** Least serious level that the workspace gets; `undefined`: none. */
  forward(level: LogLevel | undefined): void;
}

export function createForwardingLog(own: Log, host: RunnerHost, clock: Clock): ForwardingLog {
  let forwarded: LogLevel | undefined;
  const isForwarded = (level: LogLevel): boolean =>
    forwarded !== undefined && logLevels.indexOf(level) >= logLevels.indexOf(forwarded);
  const log = createLog({
    clock,
    sink: {
      isEnabled: (level) => own.isEnabled(level) || isForwarded(level),
      write({ level, message, fields, timeMs }) {
        own[level](message, fields);
        if (!isForwarded(level)) return;
        const { group } = fields;
        const name = typeof group === 'string' ? group : 'tandem.runner';
        host.logRecord({ level: wireName[level], group: name, message, timeMs });
      },
    },
  });
  return {
    log,
    forward(level) {
      forwarded = level;
    },
  };
}

/** The names under which the records of every runner reach the workspace. */
const wireName: Readonly<Record<LogLevel, string>> = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
};
