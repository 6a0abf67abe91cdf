const recentLimit = 4096;

/**
 * One object per text. Texts in frequent use are found in a small strong map; behind it weak references keep the
 * promise of identity without keeping alive every keyword that a peer ever sent.
 */
export class InternTable<T extends object> {
  private readonly recent = new Map<string, T>();
  private readonly all = new Map<string, WeakRef<T>>();
  private readonly cleanup: FinalizationRegistry<string>;
  private readonly create: (text: string) => T | undefined;

  /** `create` returns undefined for a text that must not have an object. */
  constructor(create: (text: string) => T | undefined) {
    this.create = create;
    this.cleanup = new FinalizationRegistry((text) => {
      // The text may have got a new object between the death of the old one and this call.
      if (this.all.get(text)?.deref() === undefined) this.all.delete(text);
    });
  }

  get(text: string): T | undefined {
    return this.recent.get(text) ?? this.recall(text);
  }

  private recall(text: string): T | undefined {
    const value = this.all.get(text)?.deref() ?? this.register(text);
    if (value === undefined) return undefined;
    if (this.recent.size >= recentLimit) this.recent.clear();
    this.recent.set(text, value);
    return value;
  }

  private register(text: string): T | undefined {
    const value = this.create(text);
    if (value === undefined) return undefined;
    this.all.set(text, new WeakRef(value));
    this.cleanup.register(value, text);
    return value;
  }
}
