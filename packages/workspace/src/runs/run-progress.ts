import type { ActionEvents } from './action-executor.js';
import { ProgressMerger } from './progress-merger.js';
import type { ProgressEvent } from './run.js';

type Emit = (event: ProgressEvent) => void | Promise<void>;

/** The progress of a request that runs in several slots, for an observer that may not want it. */
export class RunProgress {
  readonly #merger: ProgressMerger | undefined;
  #delivered: Promise<void> = Promise.resolve();

  constructor(labels: readonly string[], emit: Emit | undefined) {
    if (emit === undefined) return;
    this.#merger = new ProgressMerger(labels, (event) => {
      // Whoever cannot be told how far the run is must not keep it from its end.
      this.#delivered = this.#delivered.then(() => emit(event)).catch(() => undefined);
    });
  }

  eventsOf(slot: number): Pick<ActionEvents, 'progress'> {
    const merger = this.#merger;
    if (merger === undefined) return {};
    return {
      progress: (event) => {
        merger.event(slot, event);
        return this.#delivered;
      },
    };
  }

  finishSlot(slot: number): void {
    this.#merger?.finishSlot(slot);
  }

  /** Resolves when the last word has been taken: the answer may follow. */
  async end(): Promise<void> {
    this.#merger?.end();
    await this.#delivered;
  }
}
