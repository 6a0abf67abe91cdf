import type { Clock, Log } from '@tandem/platform';

export interface EndingStep {
  readonly what: string;
  /** The next step does not wait longer than this. */
  readonly withinMs: number;
  run(): PromiseLike<void> | void;
}

/** The end of a daemon: once, whoever asks first, and to the last step, whatever happens in one of them. */
export class Ending {
  /** Settles with the reason when all is done; never rejects. */
  readonly ended: Promise<string>;
  readonly #steps: readonly EndingStep[];
  readonly #world: { readonly clock: Clock; readonly log: Log };
  #settle: (reason: string) => void = () => undefined;
  #running: Promise<void> | undefined;

  constructor(steps: readonly EndingStep[], world: { readonly clock: Clock; readonly log: Log }) {
    this.#steps = steps;
    this.#world = world;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  start(reason: string): Promise<void> {
    this.#running ??= this.#run(reason);
    return this.#running;
  }

  async #run(reason: string): Promise<void> {
    const { log } = this.#world;
    log.info(`stopping: ${reason}`);
    for (const step of this.#steps) await this.#take(step);
    log.info('stopped');
    this.#settle(reason);
  }

  async #take({ what, withinMs, run }: EndingStep): Promise<void> {
    const { clock, log } = this.#world;
    using deadline = clock.deadline(withinMs);
    const isTooLate = new Promise<void>((resolve) => {
      deadline.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      await Promise.race([run(), isTooLate]);
      if (deadline.isExpired) log.warn(`${what}: not done within ${withinMs} ms, going on without`);
    } catch (error) {
      log.error(`${what}: failed`, { error });
    }
  }
}
