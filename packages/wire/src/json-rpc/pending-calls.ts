import { answerFault, type WireMessage } from './message.js';
import { RpcError, RpcErrorCode } from './rpc-error.js';
import type { RequestOptions } from './types.js';

type CallId = string | number;

interface PendingCall {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: RpcError): void;
  readonly stopWatching: (() => void) | undefined;
}

/** The calls made here and not yet answered. */
export class PendingCalls {
  readonly #calls = new Map<CallId, PendingCall>();
  readonly #tellOtherSide: (cancelledId: CallId) => void;

  constructor(tellOtherSide: (cancelledId: CallId) => void) {
    this.#tellOtherSide = tellOtherSide;
  }

  get size(): number {
    return this.#calls.size;
  }

  add(id: CallId, method: string, options: RequestOptions | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const stopWatching = options === undefined ? undefined : this.#watch(id, method, options);
      this.#calls.set(id, { method, resolve, reject, stopWatching });
    });
  }

  /** Settles the call that `answer` belongs to; otherwise says why there is none. */
  settle(answer: WireMessage): string | undefined {
    const { id } = answer;
    const call = typeof id === 'number' || typeof id === 'string' ? this.#take(id) : undefined;
    if (call === undefined)
      return `an answer came for ${JSON.stringify(id)}, which is no pending call${errorOf(answer)}`;
    const fault = answerFault(answer);
    if (fault !== undefined) {
      call.reject(
        new RpcError(RpcErrorCode.invalidRequest, `The answer to ${call.method} is malformed: ${fault}`),
      );
      return `the answer to ${call.method} is malformed: ${fault}`;
    }
    if (answer.error === undefined || answer.error === null) {
      call.resolve(answer.result);
      return undefined;
    }
    const { code, message, data } = answer.error as { code: number; message: string; data?: unknown };
    call.reject(new RpcError(code, message, { data }));
    return undefined;
  }

  rejectAll(error: (method: string) => RpcError): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) {
      call.stopWatching?.();
      call.reject(error(call.method));
    }
  }

  #watch(id: CallId, method: string, { signal, timeoutMs }: RequestOptions): () => void {
    const giveUp = (code: number, message: string): void => {
      this.#take(id)?.reject(new RpcError(code, message));
      this.#tellOtherSide(id);
    };
    const onAbort = (): void =>
      giveUp(RpcErrorCode.requestCancelled, `${method} was cancelled by the caller`);
    signal?.addEventListener('abort', onAbort, { once: true });
    const onTimeout = (): void =>
      giveUp(RpcErrorCode.timedOut, `${method} was not answered within ${timeoutMs} ms`);
    const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
    return () => {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    };
  }

  #take(id: CallId): PendingCall | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    call.stopWatching?.();
    return call;
  }
}

export function cancelledHere(method: string): RpcError {
  return new RpcError(RpcErrorCode.requestCancelled, `${method} was cancelled by the caller`);
}

/** An error without an id is how a peer says that it could not read what we sent: worth repeating. */
function errorOf(answer: WireMessage): string {
  return answer.error === undefined ? '' : `: ${JSON.stringify(answer.error).slice(0, 500)}`;
}
