import type { JsonRpcFacts, SampleRequest } from './adapter.js';
import type { JsonRpcSession } from './session.js';

/** A black box has no request that surely takes long: only its user knows one. */
export const needsSlowRequest = ({ slowRequest }: JsonRpcFacts) =>
  slowRequest === undefined
    ? 'no request of this target is known to take long; name one with --slow-request'
    : undefined;

export function slowRequestOf(session: JsonRpcSession): SampleRequest {
  const { slowRequest } = session.facts;
  if (slowRequest === undefined) throw new Error('this check needs a slow request');
  return slowRequest;
}

export function cancelMessage(id: unknown): object {
  return { jsonrpc: '2.0', method: '$/cancelRequest', params: { id } };
}
