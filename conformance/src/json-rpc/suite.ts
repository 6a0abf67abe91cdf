import { stdioChecks } from '../stdio-checks.js';
import { defineSuite, type Suite } from '../suite.js';
import type { JsonRpcAdapter, JsonRpcCheck, JsonRpcFacts } from './adapter.js';
import { batchChecks } from './checks/batches.js';
import { brokenFrameChecks } from './checks/broken-frames.js';
import { cancellingChecks } from './checks/cancelling.js';
import { concurrencyChecks } from './checks/concurrency.js';
import { framingChecks } from './checks/framing.js';
import { idChecks } from './checks/ids.js';
import { requestChecks } from './checks/requests.js';
import { createFrameDecoder } from './decoder.js';
import { JsonRpcSession } from './session.js';

export interface JsonRpcSuiteOptions {
  readonly adapter: JsonRpcAdapter;
  readonly doc: string;
  readonly needsPort?: string;
}

/** The checks that every protocol on JSON-RPC shares. */
export const sharedChecks: readonly JsonRpcCheck[] = [
  ...framingChecks,
  ...brokenFrameChecks,
  ...requestChecks,
  ...idChecks,
  ...batchChecks,
  ...cancellingChecks,
  ...concurrencyChecks,
  ...stdioChecks,
];

/** Those checks alone, told about one protocol by its adapter. */
export function createJsonRpcSuite({ adapter, ...about }: JsonRpcSuiteOptions): Suite {
  return defineSuite<JsonRpcSession, JsonRpcFacts>({
    ...about,
    protocol: adapter.protocol,
    checks: sharedChecks,
    createDecoder: createFrameDecoder,
    facts: (transport, { slowRequest }) => ({ transport, adapter, slowRequest }),
    openSession: (channel, facts) => new JsonRpcSession(channel, facts),
    getReady: (session) => adapter.getReady(session),
  });
}
