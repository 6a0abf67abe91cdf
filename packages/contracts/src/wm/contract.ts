import { defineContract } from '../core/contract.js';
import { actionMethods } from './actions.js';
import { documentMethods } from './documents.js';
import { wmErrors } from './errors.js';
import { runnerMethods } from './runners.js';
import { serverMethods } from './server.js';
import { workspaceMethods } from './workspace.js';

/** What clients (editors, AI hosts, command lines) and the Workspace Manager say to each other. */
export const wmContract = defineContract({
  name: 'wm',
  title: 'Workspace Manager server',
  doc: 'JSON-RPC 2.0 over TCP on 127.0.0.1, Content-Length frames, between the Workspace Manager and its clients.',
  encoding: 'json-rpc',
  errors: wmErrors,
  methods: { ...workspaceMethods, ...actionMethods, ...documentMethods, ...runnerMethods, ...serverMethods },
});
