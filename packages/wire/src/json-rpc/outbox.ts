import type { Writable } from 'node:stream';
import { encodeFrame, frameHeader } from '../frames/encode-frame.js';

const corkBytes = 16 * 1024;

export interface OutboxOptions {
  readonly contentType: string | undefined;
  readonly maxUnsentBytes: number;
  /** Called once, instead of writing, when more than `maxUnsentBytes` wait already. */
  onOverflow(): void;
  onDrain(): void;
}

/** Writes frames, one `write()` each, and knows how much of them the stream has not got rid of. */
export class Outbox {
  readonly #writable: Writable;
  readonly #options: OutboxOptions;
  #isOpen = true;
  #isCorked = false;
  #corkedBytes = 0;
  #unsentAnswerBytes = 0;
  #whenDrained: { readonly promise: Promise<void>; readonly settle: () => void } | undefined;

  constructor(writable: Writable, options: OutboxOptions) {
    this.#writable = writable;
    this.#options = options;
    writable.on('drain', () => {
      this.#unsentAnswerBytes = 0;
      this.#releaseWaiters();
      options.onDrain();
    });
  }

  get unsentBytes(): number {
    return this.#writable.writableLength;
  }

  /** Bytes of answers written since the stream was last empty: what the other side asked for and does not read. */
  get unsentAnswerBytes(): number {
    return this.#unsentAnswerBytes;
  }

  get hasRoom(): boolean {
    return !this.#writable.writableNeedDrain;
  }

  sendAnswer(json: string): void {
    if (!this.send(json)) this.#unsentAnswerBytes += json.length;
  }

  /** False when the stream has more than it likes to hold. */
  send(json: string): boolean {
    if (!this.#isOpen) return true;
    if (this.unsentBytes > this.#options.maxUnsentBytes) {
      this.#options.onOverflow();
      return true;
    }
    const length = Buffer.byteLength(json);
    // An ASCII frame goes to the stream as a string: sockets write those without a buffer of their own.
    const hasRoom =
      length === json.length
        ? this.#writable.write(frameHeader(length, this.#options.contentType) + json, 'latin1')
        : this.#writable.write(encodeFrame(json, this.#options));
    this.#cork(length);
    return hasRoom;
  }

  /** Resolves when the stream can take more, or will never again. */
  whenDrained(): Promise<void> {
    if (!this.#isOpen || this.hasRoom) return Promise.resolve();
    if (this.#whenDrained === undefined) {
      let settle = (): void => {};
      const promise = new Promise<void>((resolve) => {
        settle = resolve;
      });
      this.#whenDrained = { promise, settle };
    }
    return this.#whenDrained.promise;
  }

  /** Nothing is written from now on. */
  close(): void {
    this.#isOpen = false;
    this.#releaseWaiters();
  }

  /**
   * The first frame of a turn leaves at once, for latency; the others share system calls, for throughput, but not so
   * many that the other side sits idle meanwhile.
   */
  #cork(bytes: number): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#writable.cork();
      process.nextTick(this.#uncork);
      return;
    }
    this.#corkedBytes += bytes;
    if (this.#corkedBytes < corkBytes) return;
    this.#corkedBytes = 0;
    this.#writable.uncork();
    this.#writable.cork();
  }

  readonly #uncork = (): void => {
    this.#isCorked = false;
    this.#corkedBytes = 0;
    this.#writable.uncork();
  };

  #releaseWaiters(): void {
    const waiters = this.#whenDrained;
    this.#whenDrained = undefined;
    waiters?.settle();
  }
}
