import type { LogRecord as WireLogRecord } from '@tandem/contracts';
import { type LogLevel, type LogRecord, type LogSink, redactText } from '@tandem/platform';
import type { RunnerLogRecord } from '@tandem/workspace';

export type WireLevel = WireLogRecord['level'];

/** From the most talkative to the most serious. */
const wireLevels: readonly WireLevel[] = [
  'TRACE',
  'DEBUG',
  'INFO',
  'SUCCESS',
  'WARNING',
  'ERROR',
  'CRITICAL',
];

const wireLevelOf: Readonly<Record<LogLevel, WireLevel>> = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
};

type LevelListener = (lowest: WireLevel | undefined) => void;

interface Subscriber {
  readonly minLevel: WireLevel;
  receive(record: WireLogRecord): void;
}

/** Hands every log record, of the Workspace Manager and of its runners, to the clients that asked for it. */
export class LogHub {
  readonly #subscribers = new Set<Subscriber>();
  readonly #levelListeners = new Set<LevelListener>();

  /** Hears from which level on anybody wants records; undefined: nobody wants any. */
  onLevelChange(listener: LevelListener): Disposable {
    this.#levelListeners.add(listener);
    return { [Symbol.dispose]: () => void this.#levelListeners.delete(listener) };
  }

  subscribe(subscriber: Subscriber): Disposable {
    this.#change(() => this.#subscribers.add(subscriber));
    return { [Symbol.dispose]: () => this.#change(() => this.#subscribers.delete(subscriber)) };
  }

  isWanted(level: WireLevel): boolean {
    const lowest = this.#lowest();
    return lowest !== undefined && isAtLeast(level, lowest);
  }

  publish(record: WireLogRecord): void {
    for (const subscriber of this.#subscribers) {
      if (isAtLeast(record.level, subscriber.minLevel)) subscriber.receive(record);
    }
  }

  #change(change: () => void): void {
    const before = this.#lowest();
    change();
    const after = this.#lowest();
    if (after === before) return;
    for (const listener of this.#levelListeners) listener(after);
  }

  #lowest(): WireLevel | undefined {
    const wanted = new Set([...this.#subscribers].map(({ minLevel }) => minLevel));
    return wireLevels.find((level) => wanted.has(level));
  }
}

/** The Workspace Manager's own log, as a sink to be combined with its file. */
export function hubSink(hub: Pick<LogHub, 'isWanted' | 'publish'>): LogSink {
  return {
    isEnabled: (level) => hub.isWanted(wireLevelOf[level]),
    write: (record) => hub.publish(toWireRecord(record)),
  };
}

export function toWireRunnerRecord(record: RunnerLogRecord): WireLogRecord {
  const projectName = record.projectDir.split(/[\\/]/).at(-1) ?? record.projectDir;
  return {
    timestamp: record.timeMs / 1_000,
    level: parseWireLevel(record.level) ?? 'INFO',
    source: `runner:${record.envName}@${projectName}`,
    group: record.group,
    message: redactText(record.message),
  };
}

export function parseWireLevel(text: string): WireLevel | undefined {
  const name = text.trim().toUpperCase();
  return name === 'WARN' ? 'WARNING' : wireLevels.find((level) => level === name);
}

export function isAtLeast(level: WireLevel, minimum: WireLevel): boolean {
  return wireLevels.indexOf(level) >= wireLevels.indexOf(minimum);
}

function toWireRecord({ timeMs, level, message, fields }: LogRecord): WireLogRecord {
  const group = typeof fields['group'] === 'string' ? fields['group'] : 'wm';
  const details = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`;
  return {
    timestamp: timeMs / 1_000,
    level: wireLevelOf[level],
    source: 'wm',
    group,
    message: message + details,
  };
}
