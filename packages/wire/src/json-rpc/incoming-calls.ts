import type { IncomingNotification, IncomingRequest } from './incoming-call.js';
import { Queue } from './queue.js';
import { RpcError } from './rpc-error.js';
import type { MessageHandlers, RpcId } from './types.js';

type IncomingCall = IncomingRequest | IncomingNotification;

export interface IncomingCallsOptions {
  readonly handlers: MessageHandlers;
  /** True while the other side does not read the answers it has: no further request is begun. */
  isHeldBack(): boolean;
  /** A handler threw something unforeseen; the caller, if there is one, has been answered. */
  onHandlerError(error: unknown, method: string): void;
  /** Waiting calls have been begun. */
  onProgress(): void;
}

/** Runs handlers: requests concurrently, notifications one by one, nothing before its turn. */
export class IncomingCalls {
  readonly #options: IncomingCallsOptions;
  /** Requests that can be cancelled. A second one with an id in use goes under a symbol. */
  readonly #requests = new Map<RpcId | symbol, IncomingRequest>();
  readonly #waiting = new Queue<IncomingCall>();
  #waitingBytes = 0;
  #isNotificationRunning = false;
  #isOver = false;

  constructor(options: IncomingCallsOptions) {
    this.#options = options;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  accept(call: IncomingCall): void {
    if (this.#waiting.isEmpty && this.#mayBegin()) {
      this.#begin(call);
      return;
    }
    if (call.kind === 'request') this.#register(call);
    this.#waiting.push(call);
    this.#waitingBytes += call.bytes;
  }

  /** Begins what waits, as far as it may. */
  continue(): void {
    while (!this.#waiting.isEmpty && this.#mayBegin()) {
      const call = this.#waiting.shift();
      if (call === undefined) break;
      this.#waitingBytes -= call.bytes;
      if (call.kind === 'request') this.#requests.delete(call.key);
      this.#begin(call);
    }
    this.#options.onProgress();
  }

  /** An unknown id is ignored: the answer was faster than the cancellation. */
  cancel(id: RpcId): void {
    this.#requests.get(id)?.cancel();
  }

  /** The connection is over. */
  abandon(): void {
    this.#isOver = true;
    this.#waiting.clear();
    this.#waitingBytes = 0;
    for (const request of this.#requests.values()) request.abandon();
    this.#requests.clear();
  }

  #mayBegin(): boolean {
    return !this.#isNotificationRunning && !this.#isOver && !this.#options.isHeldBack();
  }

  #begin(call: IncomingCall): void {
    if (call.kind === 'notification') this.#beginNotification(call);
    else if (!call.isAnswered) this.#beginRequest(call);
  }

  #register(request: IncomingRequest): void {
    request.key = this.#requests.has(request.id) ? Symbol('id in use') : request.id;
    this.#requests.set(request.key, request);
  }

  #beginRequest(request: IncomingRequest): void {
    let outcome: unknown;
    try {
      outcome = this.#options.handlers.request(request.method, request.params, request);
    } catch (error) {
      this.#failRequest(request, error);
      return;
    }
    if (!isThenable(outcome)) {
      request.succeed(outcome);
      return;
    }
    this.#register(request);
    outcome.then(
      (result) => {
        request.succeed(result);
        this.#requests.delete(request.key);
      },
      (error) => {
        this.#failRequest(request, error);
        this.#requests.delete(request.key);
      },
    );
  }

  #failRequest(request: IncomingRequest, error: unknown): void {
    // After a cancellation throwing is what a good handler does, and an RpcError is an answer.
    const isFailure = !request.isAnswered && !(error instanceof RpcError);
    request.fail(error);
    if (isFailure) this.#options.onHandlerError(error, request.method);
  }

  #beginNotification(notification: IncomingNotification): void {
    const { handlers, onHandlerError } = this.#options;
    const fail = (error: unknown): void => {
      if (!this.#isOver) onHandlerError(error, notification.method);
    };
    try {
      const outcome: unknown = handlers.notification(notification.method, notification.params, notification);
      if (!isThenable(outcome)) return;
      this.#isNotificationRunning = true;
      const goOn = (): void => {
        this.#isNotificationRunning = false;
        this.continue();
      };
      outcome.then(goOn, (error) => {
        fail(error);
        goOn();
      });
    } catch (error) {
      fail(error);
    }
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
