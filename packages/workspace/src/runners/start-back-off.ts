import type { Clock } from '@tandem/platform';

const firstWaitMs = 250;
const longestWaitMs = 15_000;
/** A runner that lived this long was healthy: the next start need not wait. */
const healthyAfterMs = 10_000;

/** Not a punishment: a runner that dies at once would otherwise be started as fast as the machine can. */
export class StartBackOff {
  readonly #clock: Clock;
  /** Starts in a row that did not last; from the second on, each doubles the wait before the next. */
  #shortLives = 0;
  #startedAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Before a start. */
  async wait(options: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#shortLives < 2) return;
    const waitMs = Math.min(firstWaitMs * 2 ** (this.#shortLives - 2), longestWaitMs);
    await this.#clock.sleep(waitMs, options);
  }

  started(): void {
    this.#startedAtMs = this.#clock.monotonicMs();
  }

  failed(): void {
    this.#shortLives += 1;
  }

  exited(): void {
    const lifeMs = this.#clock.monotonicMs() - this.#startedAtMs;
    this.#shortLives = lifeMs >= healthyAfterMs ? 1 : this.#shortLives + 1;
  }

  /** Somebody asked for it: that starts a new count. */
  forgive(): void {
    this.#shortLives = 0;
  }
}
