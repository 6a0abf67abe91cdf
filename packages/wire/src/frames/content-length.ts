import { FrameError } from './frame-error.js';
import { FrameHeader } from './frame-header.js';

export interface FrameLimits {
  /** 8 KiB unless said. */
  readonly maxHeaderBytes?: number;
  /** 128 MiB unless said. */
  readonly maxBodyBytes?: number;
}

/** Cuts a stream of bytes into the bodies of its Content-Length frames. */
export interface ContentLengthDecoder {
  /**
   * Calls `onBody` for every body that `chunk` completes. The body may be a view of `chunk`. Throws a `FrameError`,
   * after the bodies before it, when the stream is broken; from then on every call throws it again.
   */
  push(chunk: Buffer, onBody: (body: Buffer) => void): void;
  /** True when the bytes so far end within a frame: if the stream ends here, something was lost. */
  readonly isInsideFrame: boolean;
}

export function createContentLengthDecoder(limits: FrameLimits = {}): ContentLengthDecoder {
  return new Decoder(limits.maxHeaderBytes ?? 8 * 1024, limits.maxBodyBytes ?? 128 * 1024 * 1024);
}

class Decoder implements ContentLengthDecoder {
  readonly #header: FrameHeader;
  readonly #maxBodyBytes: number;
  /** The body that is being put together from several chunks. */
  #body: Buffer | undefined;
  #bodyFilled = 0;
  #broken: FrameError | undefined;

  constructor(maxHeaderBytes: number, maxBodyBytes: number) {
    this.#header = new FrameHeader(maxHeaderBytes);
    this.#maxBodyBytes = maxBodyBytes;
  }

  get isInsideFrame(): boolean {
    return this.#body !== undefined || !this.#header.isEmpty;
  }

  push(chunk: Buffer, onBody: (body: Buffer) => void): void {
    if (this.#broken !== undefined) throw this.#broken;
    let position = this.#body === undefined ? 0 : this.#fillBody(this.#body, chunk, onBody);
    while (position < chunk.length) {
      const bodyStart = this.#readHeader(chunk, position);
      if (bodyStart === undefined) return;
      const length = this.#header.contentLength;
      this.#header.reset();
      position = bodyStart + length;
      if (position <= chunk.length) {
        onBody(chunk.subarray(bodyStart, position));
      } else {
        this.#startBody(length, chunk, bodyStart);
      }
    }
  }

  /** The position after the header, or undefined when the chunk ends before it. */
  #readHeader(chunk: Buffer, start: number): number | undefined {
    try {
      for (let position = start; position < chunk.length; position++) {
        if (!this.#header.read(chunk[position] ?? 0)) continue;
        this.#checkLength(this.#header.contentLength);
        return position + 1;
      }
      return undefined;
    } catch (error) {
      if (error instanceof FrameError) this.#broken = error;
      throw error;
    }
  }

  #checkLength(length: number): void {
    if (length <= this.#maxBodyBytes) return;
    throw new FrameError(
      'body-too-long',
      `A body of ${length} bytes is announced; the limit is ${this.#maxBodyBytes}`,
    );
  }

  /** One allocation of the announced size: pages are touched only as bytes arrive, and nothing is copied twice. */
  #startBody(length: number, chunk: Buffer, bodyStart: number): void {
    this.#body = Buffer.allocUnsafeSlow(length);
    this.#bodyFilled = chunk.copy(this.#body, 0, bodyStart);
  }

  #fillBody(body: Buffer, chunk: Buffer, onBody: (body: Buffer) => void): number {
    const copied = chunk.copy(body, this.#bodyFilled);
    this.#bodyFilled += copied;
    if (this.#bodyFilled === body.length) {
      this.#body = undefined;
      onBody(body);
    }
    return copied;
  }
}
