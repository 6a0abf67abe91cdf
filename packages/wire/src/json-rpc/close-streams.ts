import { finished, type Readable, type Writable } from 'node:stream';

/** The two directions of a connection whose streams are separate, such as a process's stdin and stdout. */
export interface StreamPair {
  readonly readable: Readable;
  readonly writable: Writable;
}

/** How long an orderly close waits: for the other side to take what was written, then for it to close as well. */
const flushMs = 10_000;
const lingerMs = 1_000;

/**
 * In good order means: what was written is flushed, then what still arrives is read and dropped until the other side
 * ends too. Destroying a socket with unread bytes resets the connection, and the other side loses our last words.
 */
export async function closeStreams(
  { readable, writable }: StreamPair,
  how: 'in-order' | 'at-once',
): Promise<void> {
  if (how === 'in-order') {
    const readableOver = over(readable, { writable: false });
    const writableOver = over(writable, { readable: false });
    readable.resume();
    writable.end();
    await within(flushMs, writableOver);
    await within(lingerMs, readableOver);
  }
  readable.destroy();
  writable.destroy();
}

function over(stream: Readable | Writable, side: { readable?: false; writable?: false }): Promise<void> {
  return new Promise((resolve) => {
    finished(stream, side, () => resolve());
  });
}

async function within(timeoutMs: number, event: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([event, timeout]);
  clearTimeout(timer);
}
