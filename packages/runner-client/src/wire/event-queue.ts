import type { Clock, Timer } from '@tandem/platform';
import { WorkspaceError } from '@tandem/workspace';
import type { ReadGate } from './read-gate.js';

/** From here on the runner is not read any further until the listener has caught up. */
const holdAtBytes = 4 * 1024 * 1024;
/**
 * While one listener is behind, all other runs of that runner wait with it. So it may be slow, but it may not stand
 * still: then its own run fails, and the others go on.
 */
const stallMs = 10_000;

export interface EventQueueOptions {
  readonly gate: ReadGate;
  readonly clock: Clock;
  readonly stallMs?: number;
  readonly holdAtBytes?: number;
}

/** Hands the events of one run to its listener: in order, one at a time, none lost. */
export class EventQueue implements Disposable {
  readonly #options: EventQueueOptions;
  readonly #failure = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #waitingBytes = 0;
  #isOver = false;
  #stallTimer: Timer | undefined;

  constructor(options: EventQueueOptions) {
    this.#options = options;
  }

  /** Fires when the listener failed or stands still; its reason says which. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  add(bytes: number, deliver: () => void | Promise<void>): void {
    if (this.#isOver) return;
    this.#waitingBytes += bytes;
    if (this.#waitingBytes > (this.#options.holdAtBytes ?? holdAtBytes)) this.#hold();
    this.#last = this.#last.then(async () => {
      if (this.#isOver) return;
      try {
        await deliver();
        this.#delivered(bytes);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  /** Resolves when all that was added so far has been taken. */
  async delivered(): Promise<void> {
    await this.#last;
  }

  /** What is still waiting is dropped. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#release();
  }

  #delivered(bytes: number): void {
    this.#waitingBytes -= bytes;
    if (this.#stallTimer === undefined || this.#isOver) return;
    this.#release();
    if (this.#waitingBytes > (this.#options.holdAtBytes ?? holdAtBytes) / 2) this.#hold();
  }

  #hold(): void {
    if (this.#stallTimer !== undefined) return;
    const { gate, clock, stallMs: allowedMs = stallMs } = this.#options;
    gate.hold(this);
    this.#stallTimer = clock.startTimer(allowedMs, () => this.#fail(stalled(this.#waitingBytes, allowedMs)));
  }

  #release(): void {
    this.#stallTimer?.cancel();
    this.#stallTimer = undefined;
    this.#options.gate.release(this);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this[Symbol.dispose]();
    this.#failure.abort(error);
  }
}

function stalled(bytes: number, waitedMs: number): WorkspaceError {
  return new WorkspaceError(
    'run-failed',
    `Nobody has taken a partial result for ${waitedMs} ms while ${bytes} bytes of them wait; the run was ended.`,
  );
}
