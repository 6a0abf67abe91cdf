import type { Readable } from 'node:stream';

/** Stops reading from a runner while somebody is behind with what it sent. */
export class ReadGate {
  readonly #stream: Readable;
  readonly #holders = new Set<object>();

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  hold(holder: object): void {
    if (this.#holders.size === 0) this.#stream.pause();
    this.#holders.add(holder);
  }

  release(holder: object): void {
    if (this.#holders.delete(holder) && this.#holders.size === 0) this.#stream.resume();
  }
}
