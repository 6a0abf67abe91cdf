/**
 * Results on their way to somebody who asked for them in parts. All of them go this way, also those of handlers that
 * make no parts: the receiver adds up shares, and could not tell a whole from one more share.
 */
export class PartialResults {
  readonly #send: ((result: unknown) => Promise<void>) | undefined;

  /** Without `send` nobody asked for parts. */
  constructor(send: ((result: unknown) => Promise<void>) | undefined) {
    this.#send = send;
  }

  get areWanted(): boolean {
    return this.#send !== undefined;
  }

  async send(result: unknown): Promise<void> {
    await this.#send?.(result);
  }
}
