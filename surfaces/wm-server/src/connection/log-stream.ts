import type { LogRecord } from '@tandem/contracts';
import type { Clock, Timer } from '@tandem/platform';
import { isAtLeast } from './log-hub.js';

const flushAfterMs = 200;
const flushAtRecords = 100;
const maxRecords = 1_000;

export interface LogBatch {
  readonly records: LogRecord[];
  /** Absent when none was. */
  readonly droppedCount?: number;
}

export interface LogStreamOptions {
  readonly clock: Clock;
  /** False while the client has not read what it got before. */
  canSend(): boolean;
  send(batch: LogBatch): void;
}

/** Gathers log records for one client: few notifications in quiet times, and bounded memory when it does not read. */
export class LogStream implements Disposable {
  readonly #options: LogStreamOptions;
  #records: LogRecord[] = [];
  #droppedCount = 0;
  #timer: Timer | undefined;

  constructor(options: LogStreamOptions) {
    this.#options = options;
  }

  push(record: LogRecord): void {
    this.#records.push(record);
    if (this.#records.length > maxRecords) {
      this.#records.shift();
      this.#droppedCount += 1;
    }
    const isUrgent = this.#records.length >= flushAtRecords || isAtLeast(record.level, 'ERROR');
    if (isUrgent && this.#options.canSend()) this.flush();
    else this.#timer ??= this.#options.clock.startTimer(flushAfterMs, () => this.#onTimer());
  }

  /** Sends what waits now: before an answer, so that nothing that led to it comes after it. */
  flush(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#records.length === 0) return;
    const batch: LogBatch = {
      records: this.#records,
      ...(this.#droppedCount > 0 && { droppedCount: this.#droppedCount }),
    };
    this.#records = [];
    this.#droppedCount = 0;
    this.#options.send(batch);
  }

  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#records = [];
  }

  #onTimer(): void {
    this.#timer = undefined;
    if (this.#options.canSend()) this.flush();
    else this.#timer = this.#options.clock.startTimer(flushAfterMs, () => this.#onTimer());
  }
}
