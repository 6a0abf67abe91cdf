import { type JsonRpcAdapter, unknownMethod } from '../adapter.js';
import { expectsObjectWith } from './probes.js';

const context = {
  activeEditorContent: null,
  activeEditorPath: null,
  selection: null,
  openFiles: [],
  relevantFiles: [],
};

/** Apex backend, seen from the editor. */
export const apexAdapter: JsonRpcAdapter = {
  protocol: 'apex',
  async getReady(session) {
    session.notify('initialize', { initialConfig: {}, workspaceRoot: null, environment: {} });
  },
  // The protocol's only request starts a task for a language model: slow and not free. A refused method is neither.
  probe: {
    method: unknownMethod,
    params: {},
    problemWith: (answer) => (answer.error?.code === -32601 ? undefined : 'something else than error −32601'),
  },
  valid: {
    method: 'executeTask',
    params: { taskId: 'conformance', prompt: 'Answer with the word ok. Change nothing.', context },
    problemWith: expectsObjectWith('status'),
  },
  wrongParams: { method: 'executeTask', params: { taskId: 42, prompt: '', context }, field: 'taskId' },
  answerTo: () => undefined,
};
