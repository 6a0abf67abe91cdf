import { defineContract } from '../core/contract.js';
import { ednErrors } from './errors.js';
import { dialogOps } from './ops/dialog-ops.js';
import { jobOps } from './ops/job-ops.js';
import { laterOps } from './ops/later-ops.js';
import { loginOps } from './ops/login-ops.js';
import { queryOps } from './ops/query-ops.js';
import { sessionOps } from './ops/session-ops.js';
import { settingOps } from './ops/setting-ops.js';
import { transportOps } from './ops/transport-ops.js';
import { turnOps } from './ops/turn-ops.js';
import { outcomeTopics } from './topics/outcome-topics.js';
import { sessionTopics } from './topics/session-topics.js';
import { turnTopics } from './topics/turn-topics.js';
import { uiTopics } from './topics/ui-topics.js';

/** Ops are requests to the server, topics are notifications to the client; the names never overlap. */
export const ednContract = defineContract({
  name: 'edn',
  title: 'RPC EDN',
  doc: 'An agent frontend, such as Emacs, and the agent behind it: operations in, answers and events out.',
  encoding: 'edn',
  errors: ednErrors,
  methods: {
    ...transportOps,
    ...turnOps,
    ...sessionOps,
    ...settingOps,
    ...queryOps,
    ...loginOps,
    ...jobOps,
    ...dialogOps,
    ...laterOps,
    ...sessionTopics,
    ...turnTopics,
    ...uiTopics,
    ...outcomeTopics,
  },
});
