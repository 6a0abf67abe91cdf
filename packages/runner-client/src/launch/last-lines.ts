import { createLineDecoder } from '@tandem/wire';

const maxLines = 20;
const maxLineLength = 1_000;
const maxLineBytes = 64 * 1024;

/** The end of what a process printed, for messages about its failure; however much it prints, this stays small. */
export class LastLines {
  readonly #decoder = createLineDecoder({ maxLineBytes });
  readonly #lines: string[] = [];

  push(chunk: Buffer): void {
    this.#decoder.push(chunk, {
      onLine: (line) => this.add(line),
      onError: (error) => this.add(`(${error.message})`),
    });
  }

  add(line: string): void {
    this.#lines.push(shortened(line.trimEnd()));
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  text(): string {
    return this.#lines.join('\n').trim();
  }
}

/** The last lines of a text that is already there. */
export function lastLinesOf(text: string): string {
  const lines = new LastLines();
  for (const line of text.trimEnd().split('\n').slice(-maxLines)) lines.add(line);
  return lines.text();
}

function shortened(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
}
