/**
 * Results on their way to somebody who asked for them in parts. A run that never makes a part is answered as a
 * whole, so results are held back until the first part; from then on everything goes this way, in order.
 */
export class PartialResults {
  readonly #send: ((result: unknown) => Promise<void>) | undefined;
  readonly #held: unknown[] = [];
  #isStreaming = false;

  /** Without `send` nobody asked for parts. */
  constructor(send: ((result: unknown) => Promise<void>) | undefined) {
    this.#send = send;
  }

  get isStreaming(): boolean {
    return this.#isStreaming;
  }

  /** A part made while a handler runs. */
  async part(result: unknown): Promise<void> {
    if (this.#send === undefined) return;
    this.#isStreaming = true;
    for (const held of this.#held.splice(0)) await this.#send(held);
    await this.#send(result);
  }

  /** The result that a handler gave in the end. */
  async whole(result: unknown): Promise<void> {
    if (this.#isStreaming) await this.part(result);
    else this.#held.push(result);
  }
}
