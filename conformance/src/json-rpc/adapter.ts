import type { Check, TargetFacts } from '../check.js';
import type { JsonRpcSession } from './session.js';

/** A request of the protocol, as a check sends it. */
export interface SampleRequest {
  readonly method: string;
  readonly params: unknown;
}

export interface ProbeRequest extends SampleRequest {
  /** What is wrong with an answer; `undefined` when it is as the protocol says. */
  problemWith(answer: Answer): string | undefined;
}

/** A JSON-RPC answer as it was received. */
export interface Answer {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

/** What the shared checks have to know about one JSON-RPC protocol. */
export interface JsonRpcAdapter {
  readonly protocol: string;
  /** Brings a fresh connection to where requests are answered. */
  getReady(session: JsonRpcSession): Promise<void>;
  /** Cheap, changes nothing, known answer; sent hundreds of times. */
  readonly probe: ProbeRequest;
  /** A request whose answer must be a result. */
  readonly valid: ProbeRequest;
  /** A known request with one field of the wrong type. */
  readonly wrongParams: SampleRequest & { readonly field: string };
  /** Why a check about batches or about null as an id says nothing here; absent when it does. */
  readonly withoutBatches?: string;
  readonly withoutNullIds?: string;
  /** The result for a request that the target sends to its client; `undefined` refuses it with −32601. */
  answerTo(method: string, params: unknown): unknown;
}

export interface JsonRpcFacts extends TargetFacts {
  readonly adapter: JsonRpcAdapter;
  /** A request of this very target that takes long and can be cancelled, if its user named one. */
  readonly slowRequest: SampleRequest | undefined;
}

export type JsonRpcCheck = Check<JsonRpcSession, JsonRpcFacts>;

/** A method that no protocol has. */
export const unknownMethod = 'conformance/noSuchMethod';
