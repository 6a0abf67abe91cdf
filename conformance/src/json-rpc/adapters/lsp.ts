import type { JsonRpcAdapter, ProbeRequest } from '../adapter.js';
import { initializeAsLanguageClient } from './lsp-handshake.js';
import { expectsArray } from './probes.js';

const listProjects: ProbeRequest = {
  method: 'workspace/executeCommand',
  params: { command: 'finecode.listProjects', arguments: [] },
  problemWith: expectsArray,
};

/** Language server with the custom commands; the probe is the one command that needs neither params nor files. */
export const lspAdapter: JsonRpcAdapter = {
  protocol: 'lsp',
  getReady: initializeAsLanguageClient,
  probe: listProjects,
  valid: listProjects,
  wrongParams: { method: 'workspace/executeCommand', params: { command: 42 }, field: 'command' },
  withoutBatches: 'the language server protocol has no batches',
  withoutNullIds: 'ids of the language server protocol are numbers and strings',
  // An editor without capabilities still has to answer the questions that servers ask at start.
  answerTo: (method) => (method === 'workspace/configuration' ? [] : null),
};
