import type { Duplex } from 'node:stream';
import { createContentLengthDecoder } from '../../frames/content-length.js';
import { encodeFrame } from '../../frames/encode-frame.js';

/** The other end of a connection as bytes: what a test needs to say things that no peer would say. */
export interface RawEnd {
  /** A string is the body as it is; anything else is written as JSON. */
  send(body: unknown): void;
  sendBytes(bytes: Buffer | string): void;
  /** The next message; rejects when the stream ends first. */
  next(): Promise<unknown>;
  readonly received: readonly unknown[];
  readonly ended: Promise<void>;
}

export function createRawEnd(stream: Duplex): RawEnd {
  const decoder = createContentLengthDecoder();
  const received: unknown[] = [];
  const waiting: { resolve(message: unknown): void; reject(error: Error): void }[] = [];
  let taken = 0;
  let isOver = false;
  const serve = (): void => {
    while (waiting.length > 0 && taken < received.length) waiting.shift()?.resolve(received[taken++]);
    if (isOver) for (const waiter of waiting.splice(0)) waiter.reject(new Error('the stream ended'));
  };
  stream.on('data', (chunk: Buffer) => {
    decoder.push(chunk, (body) => received.push(JSON.parse(body.toString())));
    serve();
  });
  stream.on('error', () => stream.destroy());
  const ended = new Promise<void>((resolve) => {
    const finish = (): void => {
      isOver = true;
      serve();
      resolve();
    };
    stream.once('end', finish);
    stream.once('close', finish);
  });
  return {
    received,
    ended,
    send: (body) => stream.write(encodeFrame(typeof body === 'string' ? body : JSON.stringify(body))),
    sendBytes: (bytes) => stream.write(bytes),
    next: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        serve();
      }),
  };
}
