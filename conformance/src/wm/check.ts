import type { Check } from '../check.js';
import type { JsonRpcFacts } from '../json-rpc/adapter.js';
import type { WmSession } from './session.js';

export type WmCheck = Check<WmSession, JsonRpcFacts>;
