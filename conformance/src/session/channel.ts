import { CheckFailure } from '../check.js';
import { describeExit } from '../target/child-process.js';
import type { Connection, ProcessExit } from '../target/target.js';
import type { Transcript } from './transcript.js';

/** What a decoder makes of the target's output. */
export type Decoded =
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'broken'; readonly reason: string };

export interface Decoder {
  push(chunk: Uint8Array): readonly Decoded[];
  /** The output is over; answers what was left unfinished. */
  end(): readonly Decoded[];
}

type Received = Decoded | { readonly kind: 'end' };

export interface ChannelOptions {
  readonly connection: Connection;
  readonly decoder: Decoder;
  readonly transcript: Transcript;
  /** How long the target may take for each thing it is expected to do. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Enough for the header of a frame. */
const keptHeadBytes = 256;
/** Far above anything a check provokes: only a target that never stops talking gets here. */
const maxReceivedBytes = 256 * 1024 * 1024;

/** Raw bytes out, whole frames in, every wait with a deadline. */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #received: Received[] = [];
  #receivedBytes = 0;
  #head = Buffer.alloc(0);
  #wake: (() => void) | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
    const { connection, decoder } = options;
    connection.output.on('data', (chunk: Uint8Array) => {
      this.#receivedBytes += chunk.length;
      if (this.#head.length < keptHeadBytes)
        this.#head = Buffer.concat([this.#head, chunk]).subarray(0, keptHeadBytes);
      if (this.#receivedBytes > maxReceivedBytes) {
        this.#push([{ kind: 'broken', reason: `it sent more than ${maxReceivedBytes} bytes` }]);
        connection.output.destroy();
        return;
      }
      this.#push(decoder.push(chunk));
    });
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      this.#push([...decoder.end(), { kind: 'end' }]);
    };
    connection.output.once('end', end).once('close', end);
    // A reset connection is an ended one; checks that care look at what came before.
    connection.output.on('error', (error) => this.transcript.note(`reading failed: ${error.message}`));
    if (!Object.is(connection.input, connection.output)) {
      connection.input.on('error', (error) => this.transcript.note(`writing failed: ${error.message}`));
    }
  }

  get connection(): Connection {
    return this.#options.connection;
  }

  /** A further conversation, with the same deadline and transcript. */
  beside(connection: Connection, decoder: Decoder): Channel {
    return new Channel({ ...this.#options, connection, decoder });
  }

  get transcript(): Transcript {
    return this.#options.transcript;
  }

  /** One write: the target gets these bytes as one chunk where the system allows it. */
  send(bytes: Uint8Array): void {
    this.transcript.sent(bytes);
    if (this.#options.connection.input.writable) this.#options.connection.input.write(bytes);
  }

  endInput(): void {
    this.transcript.note('the kit ends its output');
    this.#options.connection.input.end();
  }

  /** The next frame, or `undefined` when the target ended the connection. `waitingFor` completes "waiting for …". */
  async nextFrame(waitingFor: string): Promise<string | undefined> {
    const received = await this.#next(waitingFor);
    if (received.kind === 'end') return undefined;
    if (received.kind === 'broken') {
      throw new CheckFailure(`what the target sent is not a frame of the protocol: ${received.reason}`);
    }
    return received.text;
  }

  /** Waits for the process behind the connection to end by itself. */
  async exit(): Promise<ProcessExit> {
    const { connection } = this.#options;
    if (connection.exited === undefined) throw new CheckFailure('the kit did not start this target');
    const exit = await this.#within('the process to end', connection.exited);
    this.transcript.note(`the process ${describeExit(exit, connection.stderrTail())}`);
    return exit;
  }

  /** The first bytes of the target's output, for checks that look at a header. */
  get headOfOutput(): string {
    return this.#head.toString('latin1');
  }

  get hasReceived(): boolean {
    return this.#receivedBytes > 0;
  }

  #push(items: readonly Received[]): void {
    for (const item of items) {
      if (item.kind === 'frame') this.transcript.received(item.text);
      if (item.kind === 'end') this.transcript.note('the target ended its output');
      this.#received.push(item);
    }
    this.#wake?.();
  }

  async #next(waitingFor: string): Promise<Received> {
    if (this.#received.length === 0) {
      await this.#within(waitingFor, new Promise<void>((resolve) => (this.#wake = resolve)));
    }
    const [first] = this.#received;
    if (first === undefined) return await this.#next(waitingFor);
    // The end stays: whoever asks again learns it again.
    if (first.kind !== 'end') this.#received.shift();
    return first;
  }

  async #within<T>(waitingFor: string, work: Promise<T>): Promise<T> {
    const { timeoutMs, signal } = this.#options;
    signal.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new CheckFailure(`nothing came within ${timeoutMs} ms while waiting for ${waitingFor}`)),
        timeoutMs,
      );
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([work, deadline]);
    } finally {
      clearTimeout(timer);
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    }
  }
}
