import type { FileAccess, FileCache } from '@tandem/extension-api';

interface Entry {
  readonly version: string;
  readonly value: Promise<unknown>;
}

/** The remembered values of a runner, oldest use first. */
export class FileCacheStore {
  readonly #entries = new Map<string, Entry>();
  readonly #maxEntries: number;

  constructor(maxEntries = 10_000) {
    this.#maxEntries = maxEntries;
  }

  /** A view for one owner, whose keys cannot meet those of others. */
  view(owner: string, files: FileAccess): FileCache {
    return {
      get: async <Value>(file: string, key: string, compute: (text: string) => Value | Promise<Value>) => {
        const { text, version } = await files.readSnapshot(file);
        const place = JSON.stringify([owner, file, key]);
        const known = this.#entries.get(place);
        const entry =
          known?.version === version ? known : { version, value: this.#compute(place, () => compute(text)) };
        this.#remember(place, entry);
        // The owner asks for its own key with its own type; no other owner can have put anything there.
        return (await entry.value) as Value;
      },
    };
  }

  async #compute(place: string, compute: () => unknown): Promise<unknown> {
    try {
      return await compute();
    } catch (error) {
      this.#entries.delete(place);
      throw error;
    }
  }

  #remember(place: string, entry: Entry): void {
    this.#entries.delete(place);
    this.#entries.set(place, entry);
    if (this.#entries.size <= this.#maxEntries) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
