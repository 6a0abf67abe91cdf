import { erAdapter } from '../json-rpc/adapters/er.js';
import { createFrameDecoder } from '../json-rpc/decoder.js';
import { sharedChecks } from '../json-rpc/suite.js';
import { defineSuite } from '../suite.js';
import { cancellationChecks } from './checks/cancellation.js';
import { configurationChecks } from './checks/configuration.js';
import { documentChecks } from './checks/documents.js';
import { knowledgeChecks } from './checks/knowledge.js';
import { lifecycleChecks } from './checks/lifecycle.js';
import { managerChecks } from './checks/manager.js';
import { mergingChecks } from './checks/merging.js';
import { reloadingChecks } from './checks/reloading.js';
import { runLogChecks } from './checks/run-log.js';
import { runOptionChecks } from './checks/run-options.js';
import { runOutcomeChecks } from './checks/run-outcomes.js';
import { segmentChecks } from './checks/segments.js';
import { streamingChecks } from './checks/streaming.js';
import { type ErFacts, ErSession } from './session.js';

export const erSuite = defineSuite<ErSession, ErFacts>({
  protocol: erAdapter.protocol,
  doc: 'extension runner, seen from the Workspace Manager',
  checks: [
    ...sharedChecks,
    ...lifecycleChecks,
    ...configurationChecks,
    ...knowledgeChecks,
    ...runOutcomeChecks,
    ...runOptionChecks,
    ...streamingChecks,
    ...segmentChecks,
    ...mergingChecks,
    ...reloadingChecks,
    ...documentChecks,
    ...managerChecks,
    ...cancellationChecks,
    ...runLogChecks,
  ],
  createDecoder: createFrameDecoder,
  facts: (transport, hints) => ({ transport, adapter: erAdapter, ...hints }),
  openSession: (channel, facts) => new ErSession(channel, facts),
  getReady: (session) => erAdapter.getReady(session),
});
