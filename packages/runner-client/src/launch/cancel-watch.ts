export interface CancelWatchOptions {
  checkLife(): Promise<'alive' | 'silent'>;
  /** The runner is blocked: it would be of no use to anybody, for ever. */
  onBlocked(): void;
}

/** Looks after a runner that was told to cancel something, with one check for all that was cancelled before it began. */
export class CancelWatch {
  readonly #options: CancelWatchOptions;
  #unchecked = 0;

  constructor(options: CancelWatchOptions) {
    this.#options = options;
  }

  cancelled(): void {
    this.#unchecked += 1;
    if (this.#unchecked === 1) void this.#check();
  }

  async #check(): Promise<void> {
    while (this.#unchecked > 0) {
      const checked = this.#unchecked;
      if ((await this.#options.checkLife()) === 'silent') {
        this.#options.onBlocked();
        return;
      }
      this.#unchecked -= checked;
    }
  }
}
