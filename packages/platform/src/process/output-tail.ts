import { StringDecoder } from 'node:string_decoder';

/** Keeps the end of a stream of text: whole lines, up to a size, however much flows through. */
export class OutputTail {
  readonly #maxLength: number;
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: ((line: string) => void) | undefined;
  #text = '';
  #unfinishedLine = '';

  constructor(maxLength: number, onLine?: (line: string) => void) {
    this.#maxLength = maxLength;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const added = this.#decoder.write(chunk);
    this.#text += added;
    // Cutting at twice the size makes the cost of cutting vanish over many small chunks.
    if (this.#text.length > 2 * this.#maxLength) this.#text = lastLines(this.#text, this.#maxLength);
    if (this.#onLine !== undefined) this.#emitLines(added, this.#onLine);
  }

  /** Gives the last line away even though no line feed ended it. */
  end(): void {
    if (this.#unfinishedLine !== '') this.#onLine?.(this.#unfinishedLine);
    this.#unfinishedLine = '';
  }

  text(): string {
    return lastLines(this.#text, this.#maxLength);
  }

  #emitLines(added: string, onLine: (line: string) => void): void {
    const lines = added.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      onLine(withoutCarriageReturn(this.#unfinishedLine + line));
      this.#unfinishedLine = '';
    }
    // A child that never ends a line must not fill our memory.
    this.#unfinishedLine = (this.#unfinishedLine + last).slice(0, this.#maxLength);
  }
}

function lastLines(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.length - maxLength;
  const lineFeed = text.indexOf('\n', start - 1);
  const isInsideLastLine = lineFeed === -1 || lineFeed === text.length - 1;
  return text.slice(isInsideLastLine ? start : lineFeed + 1);
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
