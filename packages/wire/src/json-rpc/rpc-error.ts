/** The codes that JSON-RPC 2.0 and LSP reserve. */
export const RpcErrorCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  requestCancelled: -32800,
  /** The connection ended, or could not be used, before the answer came; never sent on a wire. */
  connectionClosed: -32097,
  /** The caller's deadline passed; never sent on a wire. */
  timedOut: -32098,
} as const;

/** An error as JSON-RPC carries it: thrown by a handler to answer with it, and thrown to a caller who got one. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, options?: { data?: unknown; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options?.data;
  }
}

/** What a handler throws for a method that it does not serve. */
export function methodNotFound(method: string): RpcError {
  return new RpcError(RpcErrorCode.methodNotFound, `Method not found: ${method}`);
}
