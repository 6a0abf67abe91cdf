import { FrameError } from './frame-error.js';

const lineFeed = 0x0a;
/** A longer line's buffer is given back: one long line must not cost its size for ever. */
const keptBytes = 64 * 1024;

export interface LineHandlers {
  /** One line without its LF. CR, U+2028 and U+2029 are data; invalid UTF-8 becomes U+FFFD. */
  onLine(line: string): void;
  /** A line over the limit, reported once; reading goes on after its LF. */
  onError(error: FrameError): void;
}

/** Cuts a stream of bytes into lines that end with LF, and with nothing else. */
export interface LineDecoder {
  push(chunk: Buffer, handlers: LineHandlers): void;
  /** Bytes of a line whose LF has not come. */
  readonly pendingBytes: number;
}

export function createLineDecoder(limits: { readonly maxLineBytes?: number } = {}): LineDecoder {
  return new Decoder(limits.maxLineBytes ?? 16 * 1024 * 1024);
}

class Decoder implements LineDecoder {
  readonly #maxLineBytes: number;
  #start: Buffer = Buffer.alloc(0);
  #startLength = 0;
  #isSkipping = false;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  get pendingBytes(): number {
    return this.#startLength;
  }

  push(chunk: Buffer, handlers: LineHandlers): void {
    let position = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, position);
      if (end === -1) break;
      this.#endLine(chunk, position, end, handlers);
      position = end + 1;
    }
    if (position < chunk.length) this.#keep(chunk, position, handlers);
  }

  #endLine(chunk: Buffer, from: number, to: number, handlers: LineHandlers): void {
    if (this.#startLength === 0 && !this.#isSkipping && to - from <= this.#maxLineBytes) {
      handlers.onLine(chunk.toString('utf8', from, to));
      return;
    }
    this.#keep(chunk.subarray(0, to), from, handlers);
    const length = this.#startLength;
    this.#startLength = 0;
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return;
    }
    const line = this.#start.toString('utf8', 0, length);
    if (length > keptBytes) this.#start = Buffer.alloc(0);
    handlers.onLine(line);
  }

  #keep(chunk: Buffer, from: number, handlers: LineHandlers): void {
    if (this.#isSkipping) return;
    const length = this.#startLength + chunk.length - from;
    if (length > this.#maxLineBytes) {
      this.#isSkipping = true;
      this.#startLength = 0;
      this.#start = Buffer.alloc(0);
      handlers.onError(new FrameError('line-too-long', `A line is longer than ${this.#maxLineBytes} bytes`));
      return;
    }
    if (length > this.#start.length) this.#grow(length);
    chunk.copy(this.#start, this.#startLength, from);
    this.#startLength = length;
  }

  /** Doubles, so that a long line in many small chunks is copied a constant number of times. */
  #grow(length: number): void {
    const bigger = Buffer.allocUnsafeSlow(
      Math.max(length, Math.min(this.#start.length * 2, this.#maxLineBytes)),
    );
    this.#start.copy(bigger, 0, 0, this.#startLength);
    this.#start = bigger;
  }
}
