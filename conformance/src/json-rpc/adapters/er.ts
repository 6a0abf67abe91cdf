import type { JsonRpcAdapter } from '../adapter.js';
import { initializeAsLanguageClient } from './lsp-handshake.js';
import { expectsObjectWith } from './probes.js';

/** Extension runner, seen from the Workspace Manager. */
export const erAdapter: JsonRpcAdapter = {
  protocol: 'er',
  getReady: initializeAsLanguageClient,
  probe: { method: 'finecodeRunner/getInfo', params: {}, problemWith: expectsObjectWith('logFilePath') },
  valid: { method: 'actions/getPayloadSchemas', params: {}, problemWith: expectsObjectWith() },
  wrongParams: { method: 'packages/resolvePath', params: { packageName: 42 }, field: 'packageName' },
  answerTo: (method) => (method === 'projects/getRawConfig' ? { config: '{}' } : undefined),
};
