import type { FrameLimits } from '../frames/content-length.js';

const mebibyte = 1024 * 1024;

/** What one connection may cost. */
export interface PeerLimits extends Required<FrameLimits> {
  /** A longer batch is refused as a whole. */
  readonly maxBatchMembers: number;
  /** Reading pauses when the other side has so much unread, or sent so much that is not yet handled. */
  readonly pauseAtBytes: number;
  /** The connection is closed when so much is unsent and there is more to write. */
  readonly maxUnsentBytes: number;
  /** The connection is closed when so much is unhandled and reading must go on because of our own calls. */
  readonly maxUnhandledBytes: number;
}

export interface PeerOptions {
  readonly limits?: Partial<PeerLimits>;
  /** Sent as the `Content-Type` header of every frame; no such header unless given. */
  readonly contentType?: string;
  /** Makes the ids of our requests; increasing integers unless given. */
  readonly requestIds?: () => string | number;
  /** The other side broke the protocol: malformed messages, answers to nothing. For a log; it has been dealt with. */
  readonly onProtocolError?: (problem: string) => void;
  /** A handler threw something else than an `RpcError`. The other side got the message at most; this is where the stack can be seen. */
  readonly onHandlerError?: (error: unknown, method: string) => void;
}

export function withDefaults(limits: Partial<PeerLimits> = {}): PeerLimits {
  return {
    maxHeaderBytes: limits.maxHeaderBytes ?? 8 * 1024,
    maxBodyBytes: limits.maxBodyBytes ?? 128 * mebibyte,
    maxBatchMembers: limits.maxBatchMembers ?? 10_000,
    pauseAtBytes: limits.pauseAtBytes ?? 16 * mebibyte,
    maxUnsentBytes: limits.maxUnsentBytes ?? 256 * mebibyte,
    maxUnhandledBytes: limits.maxUnhandledBytes ?? 256 * mebibyte,
  };
}
