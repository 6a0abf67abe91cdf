import type { ProgressEvent } from './run.js';

interface Slot {
  readonly label: string;
  total: number;
  done: number;
  isEnded: boolean;
}

/**
 * Makes one progress out of those of several runs at once: one `begin` first, one `end` last, reports between, with a
 * percentage that never goes back. Slots are announced beforehand, so the whole is known before its parts begin.
 */
export class ProgressMerger {
  readonly #slots: readonly Slot[];
  readonly #emit: (event: ProgressEvent) => void;
  #highest = 0;
  #state: 'waiting' | 'running' | 'ended' = 'waiting';

  constructor(labels: readonly string[], emit: (event: ProgressEvent) => void) {
    this.#slots = labels.map((label) => ({ label, total: 1, done: 0, isEnded: false }));
    this.#emit = emit;
  }

  /** Says that the whole begins, when no part has said so before. */
  begin(title?: string): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'running';
    this.#emit({ kind: 'begin', percentage: 0, cancellable: true, ...(title !== undefined && { title }) });
  }

  event(slotIndex: number, event: ProgressEvent): void {
    const slot = this.#slots[slotIndex];
    if (slot === undefined || slot.isEnded || this.#state === 'ended') return;
    switch (event.kind) {
      case 'begin':
        slot.total = event.total !== undefined && event.total > 0 ? event.total : 1;
        this.begin(event.title);
        if (event.message !== undefined) this.#report(slot, event.message);
        return;
      case 'report':
        if (event.percentage !== undefined) slot.done = fraction(event.percentage);
        this.begin();
        this.#report(slot, event.message);
        return;
      case 'end':
        // One handler is done; others of the same run may follow. `finishSlot` says when the run is.
        if (event.message !== undefined) this.#report(slot, event.message);
    }
  }

  /** A part is over, whether or not it ever reported anything. */
  finishSlot(slotIndex: number, message?: string): void {
    const slot = this.#slots[slotIndex];
    if (slot === undefined || slot.isEnded || this.#state === 'ended') return;
    slot.done = 1;
    slot.isEnded = true;
    const isLast = this.#slots.every(({ isEnded }) => isEnded);
    if (!isLast && this.#slots.length > 1) {
      this.begin();
      this.#report(slot, message);
    }
  }

  /** The whole is over: to be called exactly once, before the run is answered. */
  end(message?: string): void {
    if (this.#state === 'ended') return;
    this.begin();
    this.#state = 'ended';
    this.#emit({ kind: 'end', ...(message !== undefined && { message }) });
  }

  #report(slot: Slot, message: string | undefined): void {
    this.#highest = Math.max(this.#highest, this.#percentage());
    const label = this.#slots.length > 1 ? slot.label : '';
    const text = [label, message].filter((part) => part !== undefined && part !== '').join(': ');
    this.#emit({ kind: 'report', percentage: this.#highest, ...(text !== '' && { message: text }) });
  }

  #percentage(): number {
    let total = 0;
    let done = 0;
    for (const slot of this.#slots) {
      total += slot.total;
      done += slot.total * slot.done;
    }
    return Math.floor((done / total) * 100);
  }
}

function fraction(percentage: number): number {
  return Math.min(Math.max(percentage, 0), 100) / 100;
}
