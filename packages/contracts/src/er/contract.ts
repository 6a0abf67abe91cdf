import { defineContract } from '../core/contract.js';
import { backChannelMethods } from './back-channel.js';
import { erErrors } from './errors.js';
import { lifecycleMethods } from './lifecycle.js';
import { runnerCommands } from './runner.js';
import { runMethods } from './runs.js';

/** What the Workspace Manager (the client) and an Extension Runner (the server) say to each other. */
export const erContract = defineContract({
  name: 'er',
  title: 'Workspace Manager ↔ Extension Runner',
  doc: 'JSON-RPC 2.0 over stdio, LSP frames with Content-Type, between the Workspace Manager and one runner.',
  encoding: 'json-rpc',
  errors: erErrors,
  methods: { ...lifecycleMethods, ...runnerCommands, ...runMethods, ...backChannelMethods },
});
