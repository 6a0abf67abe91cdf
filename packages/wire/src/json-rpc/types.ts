/** A request id exactly as JSON-RPC allows it; it is echoed unchanged. */
export type RpcId = string | number | null;

export interface RequestContext {
  readonly id: RpcId;
  readonly method: string;
  /** Fires when the caller cancels, when the deadline passes and when the connection ends. */
  readonly signal: AbortSignal;
  readonly peer: RpcPeer;
}

export interface NotificationContext {
  readonly method: string;
  /** Fires when the connection ends. */
  readonly signal: AbortSignal;
  readonly peer: RpcPeer;
}

/**
 * What a peer does with incoming messages. Requests run concurrently and may answer in any order;
 * notifications run one after another, in the order of arrival, and before later requests and notifications begin.
 * Answers and `$/cancelRequest` wait for nobody: a notification's handler may itself call the other side.
 */
export interface MessageHandlers {
  /** The resolved value is the result (`undefined` is sent as `null`); a thrown `RpcError` is sent as it is, any other as −32603. */
  request(method: string, params: unknown, context: RequestContext): unknown;
  notification(method: string, params: unknown, context: NotificationContext): void | Promise<void>;
}

export interface RequestOptions {
  /** Cancels the call: the other side gets `$/cancelRequest`, the caller −32800. */
  readonly signal?: AbortSignal;
  /** Gives up after this long, in the same way. */
  readonly timeoutMs?: number;
}

/** Why a connection is over. `error` is set when it did not end in good order. */
export interface CloseReason {
  readonly kind:
    | 'closed-here'
    | 'ended-there'
    | 'broken-frame'
    | 'stream-error'
    | 'unsent-limit'
    | 'unhandled-limit';
  readonly message: string;
  readonly error?: Error;
}

/** One end of a JSON-RPC 2.0 connection; both ends may call. */
export interface RpcPeer extends AsyncDisposable {
  request(method: string, params?: unknown, options?: RequestOptions): Promise<unknown>;
  /** Resolves when the writer can take more: awaiting it is how a producer respects a slow reader. */
  notify(method: string, params?: unknown): Promise<void>;
  /** Settles once, when the connection is over; never rejects. */
  readonly closed: Promise<CloseReason>;
  readonly isClosed: boolean;
  /** Bytes handed to the stream and not yet taken by the operating system. */
  readonly unsentBytes: number;
  /** Flushes what was written, then ends the stream; pending calls are rejected with the reason. */
  close(reason?: string): Promise<void>;
}
