import { FrameError } from './frame-error.js';

const colon = 0x3a;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const unknownLength = -1;

/**
 * Reads one frame header byte by byte, so that a peer which speaks something else (HTTP, TLS, plain text) fails at
 * the first impossible byte instead of being waited for.
 */
export class FrameHeader {
  readonly #line: Buffer;
  #lineLength = 0;
  #nameLength = 0;
  #hasColon = false;
  #hasCarriageReturn = false;
  #bytesRead = 0;
  #contentLength = unknownLength;

  constructor(maxBytes: number) {
    this.#line = Buffer.allocUnsafeSlow(maxBytes);
  }

  get isEmpty(): boolean {
    return this.#bytesRead === 0;
  }

  /** The body's length; only after `read` said that the header is complete. */
  get contentLength(): number {
    return this.#contentLength;
  }

  reset(): void {
    this.#bytesRead = 0;
    this.#contentLength = unknownLength;
    this.#startLine();
  }

  /** Takes one byte; true when it was the header's last. */
  read(byte: number): boolean {
    if (this.#bytesRead === this.#line.length) {
      throw new FrameError('header-too-long', `A frame's header is longer than ${this.#line.length} bytes`);
    }
    this.#bytesRead++;
    if (this.#hasCarriageReturn) return this.#endLine(byte);
    if (byte === carriageReturn) {
      if (this.#lineLength > 0 && !this.#hasColon) throw this.#notAHeader(byte);
      this.#hasCarriageReturn = true;
      return false;
    }
    if (this.#hasColon) {
      if (!isValueByte(byte)) throw this.#notAHeader(byte);
    } else if (byte === colon && this.#lineLength > 0) {
      this.#hasColon = true;
      this.#nameLength = this.#lineLength;
    } else if (!isNameByte(byte)) {
      throw this.#notAHeader(byte);
    }
    this.#line[this.#lineLength++] = byte;
    return false;
  }

  #endLine(byte: number): boolean {
    if (byte !== lineFeed) throw this.#notAHeader(byte);
    if (this.#lineLength > 0) {
      this.#readField();
      this.#startLine();
      return false;
    }
    if (this.#contentLength === unknownLength) {
      throw new FrameError('bad-header', 'A frame\'s header ended without "Content-Length"');
    }
    return true;
  }

  #startLine(): void {
    this.#lineLength = 0;
    this.#hasColon = false;
    this.#hasCarriageReturn = false;
  }

  #readField(): void {
    const name = this.#line.toString('latin1', 0, this.#nameLength).toLowerCase();
    const value = this.#line.toString('latin1', this.#nameLength + 1, this.#lineLength).trim();
    if (name === 'content-length') this.#readLength(value);
    else if (name === 'content-type') checkCharset(value);
  }

  #readLength(value: string): void {
    if (!/^\d+$/.test(value)) {
      throw new FrameError('bad-length', `"Content-Length: ${value}" is not a number of bytes`);
    }
    const length = Number(value);
    if (this.#contentLength !== unknownLength && this.#contentLength !== length) {
      throw new FrameError(
        'bad-length',
        `Two different Content-Lengths in one header: ${this.#contentLength} and ${length}`,
      );
    }
    this.#contentLength = length;
  }

  #notAHeader(byte: number): FrameError {
    const read = `${this.#line.toString('latin1', 0, this.#lineLength)}${this.#hasCarriageReturn ? '\r' : ''}`;
    const got = JSON.stringify(read + String.fromCharCode(byte));
    return new FrameError(
      'bad-header',
      `Expected a header line such as "Content-Length: 42\\r\\n", got ${got}`,
    );
  }
}

/** The characters of an HTTP token: what a header's name may hold. */
function isNameByte(byte: number): boolean {
  if (byte >= 0x61 && byte <= 0x7a) return true;
  if (byte >= 0x41 && byte <= 0x5a) return true;
  if (byte >= 0x30 && byte <= 0x39) return true;
  return byte > 0x20 && byte < 0x7f && !'"(),/:;<=>?@[\\]{}'.includes(String.fromCharCode(byte));
}

function isValueByte(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || byte === 0x09;
}

function checkCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new FrameError('unsupported-charset', `The charset "${charset}" is not supported: send utf-8`);
}
