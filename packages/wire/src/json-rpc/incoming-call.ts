import { errorForWire, errorText, resultText } from './message.js';
import { RpcError, RpcErrorCode } from './rpc-error.js';
import type { NotificationContext, RequestContext, RpcId, RpcPeer } from './types.js';

/** Takes the text of one answer: the connection itself, or the batch that the request came in. */
export interface AnswerSink {
  sendAnswer(json: string): void;
}

/** A request of the other side, from its arrival to its one answer. */
export class IncomingRequest implements RequestContext {
  readonly kind = 'request';
  readonly id: RpcId;
  readonly method: string;
  readonly params: unknown;
  readonly peer: RpcPeer;
  readonly bytes: number;
  /** Under which `IncomingCalls` keeps it. */
  key: RpcId | symbol;
  readonly #idText: string;
  readonly #answers: AnswerSink;
  readonly #lazySignal = new LazySignal();
  #isAnswered = false;

  constructor(call: Call & { id: RpcId; idText: string }, peer: RpcPeer, answers: AnswerSink) {
    this.id = call.id;
    this.key = call.id;
    this.method = call.method;
    this.params = call.params;
    this.bytes = call.bytes;
    this.peer = peer;
    this.#idText = call.idText;
    this.#answers = answers;
  }

  get signal(): AbortSignal {
    return this.#lazySignal.signal;
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  succeed(result: unknown): void {
    if (this.#isAnswered) return;
    let text: string;
    try {
      text = resultText(this.#idText, result);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.fail(new RpcError(RpcErrorCode.internalError, `The result of ${this.method} is not JSON: ${why}`));
      return;
    }
    this.#isAnswered = true;
    this.#answers.sendAnswer(text);
  }

  fail(thrown: unknown): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#answers.sendAnswer(errorText(this.#idText, errorForWire(thrown)));
  }

  /** The caller hears at once, whatever the handler makes of its signal; what it returns later is dropped. */
  cancel(): void {
    this.fail(new RpcError(RpcErrorCode.requestCancelled, `${this.method} was cancelled`));
    this.#lazySignal.abort();
  }

  /** The connection is over: there is nobody to answer. */
  abandon(): void {
    this.#isAnswered = true;
    this.#lazySignal.abort();
  }
}

/** A notification of the other side. */
export class IncomingNotification implements NotificationContext {
  readonly kind = 'notification';
  readonly method: string;
  readonly params: unknown;
  readonly peer: RpcPeer;
  readonly bytes: number;
  readonly #connection: LazySignal;

  constructor(call: Call, peer: RpcPeer, connection: LazySignal) {
    this.method = call.method;
    this.params = call.params;
    this.bytes = call.bytes;
    this.peer = peer;
    this.#connection = connection;
  }

  get signal(): AbortSignal {
    return this.#connection.signal;
  }
}

interface Call {
  readonly method: string;
  readonly params: unknown;
  /** Its share of the frame it came in. */
  readonly bytes: number;
}

/** An AbortSignal that is made when somebody looks: making one costs as much as the rest of a small request. */
export class LazySignal {
  #controller: AbortController | undefined;
  #isAborted = false;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}
