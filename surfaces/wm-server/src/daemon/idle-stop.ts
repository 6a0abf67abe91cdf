import type { Clock, Timer } from '@tandem/platform';

export interface IdleStopOptions {
  readonly clock: Clock;
  /** How long a new daemon waits for its first client. */
  readonly firstClientMs: number;
  /** How long it waits after its last client has left. */
  readonly disconnectMs: number;
  onIdle(reason: string): void;
}

/** Tells when nobody needs the daemon any more. */
export class IdleStop implements Disposable {
  readonly #options: IdleStopOptions;
  #clients = 0;
  #timer: Timer | undefined;
  #isDisposed = false;

  constructor(options: IdleStopOptions) {
    this.#options = options;
    this.#wait(options.firstClientMs, 'no client came');
  }

  clientCame(): void {
    this.#clients += 1;
    this.#timer?.cancel();
  }

  clientLeft(): void {
    this.#clients -= 1;
    if (this.#clients === 0) this.#wait(this.#options.disconnectMs, 'the last client is gone');
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#timer?.cancel();
  }

  #wait(delayMs: number, reason: string): void {
    if (this.#isDisposed) return;
    const { clock, onIdle } = this.#options;
    this.#timer = clock.startTimer(delayMs, () => onIdle(reason));
  }
}
