import type { JsonRpcFacts } from '../json-rpc/adapter.js';
import { wmAdapter } from '../json-rpc/adapters/wm.js';
import { createFrameDecoder } from '../json-rpc/decoder.js';
import { sharedChecks } from '../json-rpc/suite.js';
import { defineSuite } from '../suite.js';
import { portFilePlaceholder, workspacePlaceholder } from '../target/daemon-target.js';
import { addingChecks } from './checks/adding.js';
import { batchingChecks } from './checks/batching.js';
import { documentChecks } from './checks/documents.js';
import { environmentChecks } from './checks/environments.js';
import { eventChecks } from './checks/events.js';
import { listingChecks } from './checks/listing.js';
import { overridingChecks } from './checks/overriding.js';
import { partChecks } from './checks/parts.js';
import { progressChecks } from './checks/progress.js';
import { projectChecks } from './checks/projects.js';
import { rawConfigChecks } from './checks/raw-config.js';
import { reloadingChecks } from './checks/reloading.js';
import { removingChecks } from './checks/removing.js';
import { runnerChecks } from './checks/runners.js';
import { runningChecks } from './checks/running.js';
import { schemaChecks } from './checks/schemas.js';
import { serverChecks } from './checks/server.js';
import { startingChecks } from './checks/starting.js';
import { stoppingChecks } from './checks/stopping.js';
import { treeChecks } from './checks/tree.js';
import { WmSession } from './session.js';

export const wmSuite = defineSuite<WmSession, JsonRpcFacts>({
  protocol: wmAdapter.protocol,
  doc: 'Workspace Manager server, over TCP',
  needsPort: `A Workspace Manager listens on a TCP port: put ${portFilePlaceholder} into the command where it takes the file to write its port to, for example --command 'tandem start-wm-server --workdir ${workspacePlaceholder} --port-file ${portFilePlaceholder}'.`,
  checks: [
    ...sharedChecks,
    ...projectChecks,
    ...addingChecks,
    ...startingChecks,
    ...overridingChecks,
    ...removingChecks,
    ...rawConfigChecks,
    ...listingChecks,
    ...schemaChecks,
    ...treeChecks,
    ...runningChecks,
    ...batchingChecks,
    ...partChecks,
    ...progressChecks,
    ...reloadingChecks,
    ...documentChecks,
    ...runnerChecks,
    ...environmentChecks,
    ...eventChecks,
    ...serverChecks,
    ...stoppingChecks,
  ],
  createDecoder: createFrameDecoder,
  facts: (transport, { slowRequest }) => ({ transport, adapter: wmAdapter, slowRequest }),
  openSession: (channel, facts) => new WmSession(channel, facts),
  getReady: (session) => wmAdapter.getReady(session),
});
