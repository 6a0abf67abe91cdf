import { Duplex } from 'node:stream';
import { type ContentLengthDecoder, createContentLengthDecoder } from '../frames/content-length.js';
import { FrameError } from '../frames/frame-error.js';
import { closeStreams, type StreamPair } from './close-streams.js';
import { LazySignal } from './incoming-call.js';
import { IncomingCalls } from './incoming-calls.js';
import { callText } from './message.js';
import { Outbox } from './outbox.js';
import { type PeerLimits, type PeerOptions, withDefaults } from './peer-options.js';
import { cancelledHere, PendingCalls } from './pending-calls.js';
import { Receiver } from './receiver.js';
import { RpcError, RpcErrorCode } from './rpc-error.js';
import type { CloseReason, MessageHandlers, RequestOptions, RpcPeer } from './types.js';

/** A JSON-RPC 2.0 peer in Content-Length frames over any stream. It reads from the moment it is made. */
export function createPeer(
  stream: Duplex | StreamPair,
  handlers: MessageHandlers,
  options: PeerOptions = {},
): RpcPeer {
  return new Peer(
    stream instanceof Duplex ? { readable: stream, writable: stream } : stream,
    handlers,
    options,
  );
}

class Peer implements RpcPeer {
  readonly closed: Promise<CloseReason>;
  readonly #streams: StreamPair;
  readonly #limits: PeerLimits;
  readonly #decoder: ContentLengthDecoder;
  readonly #outbox: Outbox;
  readonly #calls: PendingCalls;
  readonly #incoming: IncomingCalls;
  readonly #receiver: Receiver;
  readonly #connectionSignal = new LazySignal();
  readonly #nextId: () => string | number;
  #closeReason: CloseReason | undefined;
  #settleClosed: (reason: CloseReason) => void = () => {};
  #isReadingPaused = false;

  constructor(streams: StreamPair, handlers: MessageHandlers, options: PeerOptions) {
    this.#streams = streams;
    this.#limits = withDefaults(options.limits);
    this.#nextId = options.requestIds ?? increasingIds();
    this.#decoder = createContentLengthDecoder(this.#limits);
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    this.#outbox = new Outbox(streams.writable, {
      contentType: options.contentType,
      maxUnsentBytes: this.#limits.maxUnsentBytes,
      onOverflow: () => this.#breakOff(unsentLimit(this.unsentBytes)),
      onDrain: () => this.#incoming.continue(),
    });
    this.#calls = new PendingCalls((id) => {
      this.#outbox.send(callText('$/cancelRequest', { id }));
    });
    this.#incoming = new IncomingCalls({
      handlers,
      isHeldBack: () => this.#outbox.unsentAnswerBytes > this.#limits.pauseAtBytes,
      onHandlerError: (error, method) => options.onHandlerError?.(error, method),
      onProgress: () => this.#pauseOrResume(),
    });
    this.#receiver = new Receiver({
      peer: this,
      connectionSignal: this.#connectionSignal,
      calls: this.#calls,
      incoming: this.#incoming,
      answers: this.#outbox,
      maxBatchMembers: this.#limits.maxBatchMembers,
      onProtocolError: options.onProtocolError,
    });
    this.#listen();
  }

  get isClosed(): boolean {
    return this.#closeReason !== undefined;
  }

  get unsentBytes(): number {
    return this.#outbox.unsentBytes;
  }

  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown> {
    if (this.#closeReason !== undefined) return Promise.reject(closedError(method, this.#closeReason));
    if (options?.signal?.aborted === true) return Promise.reject(cancelledHere(method));
    const id = this.#nextId();
    let text: string;
    try {
      text = callText(method, params, id);
    } catch (error) {
      return Promise.reject(error);
    }
    const answer = this.#calls.add(id, method, options);
    this.#outbox.send(text);
    if (this.#isReadingPaused) this.#pauseOrResume();
    return answer;
  }

  notify(method: string, params?: unknown): Promise<void> {
    let text: string;
    try {
      text = callText(method, params);
    } catch (error) {
      return Promise.reject(error);
    }
    if (this.#closeReason === undefined) this.#outbox.send(text);
    if (this.#closeReason === undefined && this.#outbox.hasRoom) return Promise.resolve();
    const drained = this.#whenDrained(method);
    // A notification that nobody waits for must not bring the process down when the connection is gone.
    drained.catch(() => {});
    return drained;
  }

  close(reason = 'closed here'): Promise<void> {
    this.#finish({ kind: 'closed-here', message: reason }, 'in-order');
    return this.closed.then(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #whenDrained(method: string): Promise<void> {
    await this.#outbox.whenDrained();
    if (this.#closeReason !== undefined) throw closedError(method, this.#closeReason);
  }

  #listen(): void {
    const { readable, writable } = this.#streams;
    if ('setNoDelay' in writable && typeof writable.setNoDelay === 'function') writable.setNoDelay(true);
    const onError = (error: Error): void => {
      this.#breakOff({ kind: 'stream-error', message: `the stream broke: ${error.message}`, error });
    };
    // On a duplex stream they are one, and the second report finds the connection closed.
    readable.on('error', onError);
    writable.on('error', onError);
    readable.on('data', (chunk: Buffer) => this.#read(chunk));
    readable.on('end', () => this.#finish(this.#endReason(), 'in-order'));
    readable.on('close', () => {
      const error = new Error('the stream was closed before its end');
      this.#breakOff({ kind: 'stream-error', message: error.message, error });
    });
  }

  #read(chunk: Buffer): void {
    if (this.#closeReason !== undefined) return;
    try {
      this.#decoder.push(chunk, this.#readBody);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#receiver.refuse(error.message);
      this.#finish({ kind: 'broken-frame', message: error.message, error }, 'in-order');
    }
    this.#pauseOrResume();
  }

  readonly #readBody = (body: Buffer): void => {
    if (this.#closeReason === undefined) this.#receiver.receive(body);
  };

  /**
   * Stops reading while the other side lets its answers lie, or has sent more than our handlers take. Never while a
   * call of ours is open: its answer has to be read, or two peers that wait for each other would wait for ever.
   */
  #pauseOrResume(): void {
    if (this.#closeReason !== undefined) return;
    const { pauseAtBytes, maxUnhandledBytes } = this.#limits;
    const { waitingBytes } = this.#incoming;
    if (waitingBytes > maxUnhandledBytes) {
      this.#breakOff(unhandledLimit(waitingBytes));
      return;
    }
    const isBehind = waitingBytes > pauseAtBytes || this.#outbox.unsentAnswerBytes > pauseAtBytes;
    const shouldPause = isBehind && this.#calls.size === 0;
    if (shouldPause === this.#isReadingPaused) return;
    this.#isReadingPaused = shouldPause;
    if (shouldPause) this.#streams.readable.pause();
    else this.#streams.readable.resume();
  }

  #endReason(): CloseReason {
    const message = 'the other side ended the connection';
    if (!this.#decoder.isInsideFrame) return { kind: 'ended-there', message };
    return {
      kind: 'ended-there',
      message: `${message} within a frame`,
      error: new Error(`${message} within a frame`),
    };
  }

  #breakOff(reason: CloseReason): void {
    this.#finish(reason, 'at-once');
  }

  #finish(reason: CloseReason, how: 'in-order' | 'at-once'): void {
    if (this.#closeReason !== undefined) return;
    this.#closeReason = reason;
    this.#calls.rejectAll((method) => closedError(method, reason));
    this.#incoming.abandon();
    this.#connectionSignal.abort();
    this.#outbox.close();
    void closeStreams(this.#streams, how).then(() => this.#settleClosed(reason));
  }
}

function increasingIds(): () => number {
  let last = 0;
  return () => ++last;
}

function closedError(method: string, reason: CloseReason): RpcError {
  const options = reason.error === undefined ? {} : { cause: reason.error };
  return new RpcError(
    RpcErrorCode.connectionClosed,
    `${method} cannot be answered: ${reason.message}`,
    options,
  );
}

function unsentLimit(bytes: number): CloseReason {
  const message = `the other side does not read: ${bytes} bytes wait for it`;
  return { kind: 'unsent-limit', message, error: new Error(message) };
}

function unhandledLimit(bytes: number): CloseReason {
  const message = `the other side sends faster than it is served: ${Math.round(bytes)} bytes wait`;
  return { kind: 'unhandled-limit', message, error: new Error(message) };
}
