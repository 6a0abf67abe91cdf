import type { Writable } from 'node:stream';
import { encodeFrame, frameHeader } from '../frames/encode-frame.js';

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
    this.#cork();
    const length = Buffer.byteLength(json);
    // An ASCII frame goes to the stream as a string: sockets write those without a buffer of their own.
    return length === json.length
      ? this.#writable.write(frameHeader(length, this.#options.contentType) + json, 'latin1')
      : this.#writable.write(encodeFrame(json, this.#options));
  }

  /** Resolves when the stream can take more, or will never again. */
  whenDrained(): Promise<void> {
    if (!this.#isOpen || !this.#writable.writableNeedDrain) return Promise.resolve();
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

  /** What is written in one turn leaves in one system call. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#writable.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#writable.uncork();
    });
  }

  #releaseWaiters(): void {
    const waiters = this.#whenDrained;
    this.#whenDrained = undefined;
    waiters?.settle();
  }
}
