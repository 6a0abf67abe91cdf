import { type LogHub, parseWireLevel } from './log-hub.js';
import { LogStream, type LogStreamOptions } from './log-stream.js';

/** Whether, and from which level on, one client gets log records. */
export class LogSubscription implements Disposable {
  readonly #hub: LogHub;
  readonly #stream: LogStream;
  #current: Disposable | undefined;

  constructor(hub: LogHub, options: LogStreamOptions) {
    this.#hub = hub;
    this.#stream = new LogStream(options);
  }

  subscribe(minLevel: string): void {
    const before = this.#current;
    this.#current = this.#hub.subscribe({
      minLevel: parseWireLevel(minLevel) ?? 'INFO',
      receive: (record) => this.#stream.push(record),
    });
    before?.[Symbol.dispose]();
  }

  unsubscribe(): void {
    this.#current?.[Symbol.dispose]();
    this.#current = undefined;
    this.#stream.flush();
  }

  flush(): void {
    this.#stream.flush();
  }

  [Symbol.dispose](): void {
    this.#current?.[Symbol.dispose]();
    this.#stream[Symbol.dispose]();
  }
}
