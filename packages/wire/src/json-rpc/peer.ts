import { Duplex } from 'node:stream';
import { type ContentLengthDecoder, createContentLengthDecoder } from '../frames/content-length.js';
import { FrameError } from '../frames/frame-error.js';
import { BatchAnswers } from './batch-answers.js';
import { closeStreams, type Streams } from './close-streams.js';
import { decodeUtf8 } from './decode-utf8.js';
import { type AnswerSink, IncomingNotification, IncomingRequest, LazySignal } from './incoming-call.js';
import { IncomingCalls } from './incoming-calls.js';
import {
  callFault,
  callText,
  errorText,
  isAnswer,
  isRpcId,
  isWireMessage,
  type WireCall,
} from './message.js';
import { Outbox } from './outbox.js';
import { type PeerLimits, type PeerOptions, withDefaults } from './peer-options.js';
import { PendingCalls } from './pending-calls.js';
import { RpcError, RpcErrorCode } from './rpc-error.js';
import type { CloseReason, MessageHandlers, RequestOptions, RpcPeer } from './types.js';

const cancelMethod = '$/cancelRequest';

/** A JSON-RPC 2.0 peer in Content-Length frames over any stream. It reads from the moment it is made. */
export function createPeer(
  stream: Duplex | Streams,
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
  readonly #streams: Streams;
  readonly #options: PeerOptions;
  readonly #limits: PeerLimits;
  readonly #decoder: ContentLengthDecoder;
  readonly #outbox: Outbox;
  readonly #calls: PendingCalls;
  readonly #incoming: IncomingCalls;
  readonly #connectionSignal = new LazySignal();
  readonly #nextId: () => string | number;
  #closeReason: CloseReason | undefined;
  #settleClosed: (reason: CloseReason) => void = () => {};
  #isReadingPaused = false;

  constructor(streams: Streams, handlers: MessageHandlers, options: PeerOptions) {
    this.#streams = streams;
    this.#options = options;
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
      this.#outbox.send(callText(cancelMethod, { id }));
    });
    this.#incoming = new IncomingCalls({
      handlers,
      isHeldBack: () => this.#outbox.unsentAnswerBytes > this.#limits.pauseAtBytes,
      onHandlerError: (error, method) => options.onHandlerError?.(error, method),
      onProgress: () => this.#pauseOrResume(),
    });
    this.#listen();
  }

  get isClosed(): boolean {
    return this.#closeReason !== undefined;
  }

  get unsentBytes(): number {
    return this.#outbox.unsentBytes;
  }

  async request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown> {
    if (this.#closeReason !== undefined) throw closedError(method, this.#closeReason);
    if (options?.signal?.aborted === true) {
      throw new RpcError(RpcErrorCode.requestCancelled, `${method} was cancelled by the caller`);
    }
    const id = this.#nextId();
    const text = callText(method, params, id);
    const answer = this.#calls.add(id, method, options);
    this.#outbox.send(text);
    if (this.#isReadingPaused) this.#pauseOrResume();
    return answer;
  }

  notify(method: string, params?: unknown): Promise<void> {
    const sent = this.#notify(method, params);
    // A notification that nobody waits for must not bring the process down when the connection is gone.
    sent.catch(() => {});
    return sent;
  }

  close(reason = 'closed here'): Promise<void> {
    this.#finish({ kind: 'closed-here', message: reason }, 'in-order');
    return this.closed.then(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #notify(method: string, params: unknown): Promise<void> {
    if (this.#closeReason !== undefined) throw closedError(method, this.#closeReason);
    this.#outbox.send(callText(method, params));
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
      this.#sendError('null', RpcErrorCode.parseError, error.message, this.#outbox);
      this.#finish({ kind: 'broken-frame', message: error.message, error }, 'in-order');
    }
    this.#pauseOrResume();
  }

  readonly #readBody = (body: Buffer): void => {
    if (this.#closeReason !== undefined) return;
    const text = decodeUtf8(body);
    if (text === undefined) {
      this.#sendError('null', RpcErrorCode.parseError, 'The body is not valid UTF-8', this.#outbox);
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#sendError('null', RpcErrorCode.parseError, `The body is not JSON: ${why}`, this.#outbox);
      return;
    }
    if (Array.isArray(value)) this.#receiveBatch(value, body.length);
    else this.#receive(value, body.length, this.#outbox);
  };

  #receiveBatch(members: readonly unknown[], bytes: number): void {
    const { maxBatchMembers } = this.#limits;
    if (members.length === 0 || members.length > maxBatchMembers) {
      const fault =
        members.length === 0 ? 'the batch is empty' : `the batch has more than ${maxBatchMembers} members`;
      this.#sendInvalid('null', fault, this.#outbox);
      return;
    }
    const answers = new BatchAnswers(this.#outbox);
    for (const member of members) this.#receive(member, bytes / members.length, answers);
    answers.seal();
  }

  #receive(value: unknown, bytes: number, answers: Outbox | BatchAnswers): void {
    if (!isWireMessage(value)) {
      this.#sendInvalid('null', 'a message is an object', answers);
      return;
    }
    if (isAnswer(value)) {
      const fault = this.#calls.settle(value);
      if (fault !== undefined) this.#report(fault);
      return;
    }
    const fault = callFault(value);
    if (fault !== undefined) {
      this.#sendInvalid(isRpcId(value.id) ? JSON.stringify(value.id) : 'null', fault, answers);
      return;
    }
    this.#receiveCall(value as WireCall, bytes, answers);
  }

  #receiveCall(message: WireCall, bytes: number, answers: Outbox | BatchAnswers): void {
    const { method, id } = message;
    if (method === cancelMethod && id === undefined) {
      const target = (message.params as { id?: unknown } | null | undefined)?.id;
      if (isRpcId(target)) this.#incoming.cancel(target);
      else this.#report('"$/cancelRequest" without the id of a request');
      return;
    }
    const params = message.params ?? undefined;
    if (id === undefined) {
      this.#incoming.accept(
        new IncomingNotification({ method, params, bytes }, this, this.#connectionSignal),
      );
      return;
    }
    if (answers instanceof BatchAnswers) answers.expect();
    const call = { id, idText: JSON.stringify(id), method, params, bytes };
    this.#incoming.accept(new IncomingRequest(call, this, answers));
  }

  #sendInvalid(idText: string, fault: string, answers: Outbox | BatchAnswers): void {
    if (answers instanceof BatchAnswers) answers.expect();
    this.#sendError(idText, RpcErrorCode.invalidRequest, `Invalid request: ${fault}`, answers);
  }

  #sendError(idText: string, code: number, message: string, answers: AnswerSink): void {
    this.#report(message);
    answers.sendAnswer(errorText(idText, new RpcError(code, message)));
  }

  #report(problem: string): void {
    this.#options.onProtocolError?.(problem);
  }

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
