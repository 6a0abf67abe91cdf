import type { Writable } from 'node:stream';

type Send = () => Promise<void>;

/** Messages for the user that nobody reads: of more than this the oldest go. */
const maxWaiting = 1_000;

/**
 * Sends what concerns everybody to one client, at the speed at which it reads: what a newer message replaces is left
 * out, so that a client that does not read costs a bounded amount of memory.
 */
export class Broadcasts {
  readonly #stream: Writable;
  /** By what they are about, the oldest first. */
  readonly #waiting = new Map<string | symbol, Send>();
  #isSending = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** `about` names what the message tells; a message that nothing replaces has none. */
  push(send: Send, about: string | symbol = Symbol('message')): void {
    this.#waiting.delete(about);
    this.#waiting.set(about, send);
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > maxWaiting && oldest !== undefined) this.#waiting.delete(oldest);
    if (!this.#isSending) this.#sendWaiting();
  }

  #sendWaiting(): void {
    this.#isSending = true;
    for (const [about, send] of this.#waiting) {
      if (this.#stream.writableNeedDrain) {
        this.#stream.once('drain', () => this.#sendWaiting());
        return;
      }
      this.#waiting.delete(about);
      // It is gone: its end is dealt with where it is served.
      send().catch(() => undefined);
    }
    this.#isSending = false;
  }
}
