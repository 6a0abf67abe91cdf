import { Duplex } from 'node:stream';

/** Two connected streams within this process: what is written to one is read from the other. */
export function createMemoryPair(): readonly [Duplex, Duplex] {
  const left = new MemoryStream();
  const right = new MemoryStream();
  left.other = right;
  right.other = left;
  return [left, right];
}

class MemoryStream extends Duplex {
  other: MemoryStream | undefined;
  /** Tells the other side's writer that its last chunk has been taken. */
  #release: (() => void) | undefined;

  constructor() {
    // As a socket does by default: who reads the end, ends too.
    super({ allowHalfOpen: false });
  }

  override _read(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#deliver([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#deliver(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: () => void): void {
    setImmediate(() => {
      this.other?.push(null);
      done();
    });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#release?.();
    done(error);
    const { other } = this;
    this.other = undefined;
    if (other !== undefined && !other.destroyed) setImmediate(() => other.#otherIsGone());
  }

  #otherIsGone(): void {
    this.other = undefined;
    if (!this.readableEnded) this.push(null);
  }

  /** In a later turn of the loop, as on a socket: two peers in one process neither recurse nor starve the rest. */
  #deliver(chunks: readonly Buffer[], done: () => void): void {
    setImmediate(() => {
      const { other } = this;
      if (other === undefined || other.destroyed) {
        this.destroy(new Error('The other side of the memory stream is gone'));
        return;
      }
      let wantsMore = true;
      for (const chunk of chunks) wantsMore = other.push(chunk);
      if (wantsMore) done();
      else other.#release = done;
    });
  }
}
