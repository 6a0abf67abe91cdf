/** Lets only so many commands run at once; the others wait in line. */
export class CommandSlots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `work` when it is its turn; an abort while waiting rejects with the signal's reason. */
  async use<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(enter);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    // The slot goes from hand to hand, so that nobody can slip in before the one who waited longest.
    if (next === undefined) this.#free += 1;
    else next();
  }
}
