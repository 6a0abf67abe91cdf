export interface TranscriptEntry {
  readonly direction: 'sent' | 'received' | 'note';
  readonly text: string;
}

const keptAtStart = 6;
const keptAtEnd = 14;
const maxTextLength = 400;

/** What was sent and received, shortened so that it fits a screen however long the conversation was. */
export class Transcript {
  readonly #start: TranscriptEntry[] = [];
  readonly #end: TranscriptEntry[] = [];
  #left = 0;

  sent(bytes: Uint8Array): void {
    this.#add('sent', showBytes(bytes));
  }

  received(text: string): void {
    this.#add('received', shorten(text));
  }

  note(text: string): void {
    this.#add('note', text);
  }

  /** Begins anew after what went well and would only hide what did not. */
  restart(note: string): void {
    this.#start.length = 0;
    this.#end.length = 0;
    this.#left = 0;
    this.note(note);
  }

  entries(): readonly TranscriptEntry[] {
    if (this.#left === 0) return [...this.#start, ...this.#end];
    return [...this.#start, { direction: 'note', text: `… ${this.#left} more …` }, ...this.#end];
  }

  #add(direction: TranscriptEntry['direction'], text: string): void {
    const entry = { direction, text };
    if (this.#start.length < keptAtStart) {
      this.#start.push(entry);
      return;
    }
    this.#end.push(entry);
    if (this.#end.length <= keptAtEnd) return;
    this.#end.shift();
    this.#left += 1;
  }
}

/** Bytes as text, with line ends and whatever is not text made visible. */
export function showBytes(bytes: Uint8Array): string {
  const head = new TextDecoder().decode(bytes.subarray(0, maxTextLength));
  const rest = bytes.length - maxTextLength;
  const shown = head.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  return rest > 0 ? `${shown}… (${bytes.length} bytes)` : shown;
}

/** A value as JSON for a message, shortened. */
export function show(value: unknown): string {
  return shorten(JSON.stringify(value) ?? String(value));
}

function shorten(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength)}… (${text.length} characters)`;
}
