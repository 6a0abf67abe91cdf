import type { Generation } from './generation.js';

export interface ActiveRun {
  /** Fires when the caller cancels, and when the runner shuts down. */
  readonly signal: AbortSignal;
  readonly generation: Generation;
}

/** The runs that are going on, each in the generation it began with. */
export class ActiveRuns {
  readonly #cancels = new Map<ActiveRun, AbortController>();
  #cancelled: Error | undefined;

  begin(generation: Generation, callerSignal: AbortSignal): ActiveRun {
    const cancel = new AbortController();
    const run = { generation, signal: AbortSignal.any([callerSignal, cancel.signal]) };
    this.#cancels.set(run, cancel);
    if (this.#cancelled !== undefined) cancel.abort(this.#cancelled);
    return run;
  }

  end(run: ActiveRun): void {
    this.#cancels.delete(run);
  }

  /** Whether a run may be using the services of this generation. */
  useServicesOf(generation: Generation): boolean {
    return [...this.#cancels.keys()].some((run) => run.generation.sharesServices(generation));
  }

  /** Also those that were asked for before and begin only now. */
  cancelAll(reason: Error): void {
    this.#cancelled = reason;
    for (const cancel of this.#cancels.values()) cancel.abort(reason);
  }
}
