import type { JsonRpcAdapter } from '../adapter.js';
import { expectsObjectWith } from './probes.js';

/** Workspace Manager server: no handshake, requests are answered as soon as the connection stands. */
export const wmAdapter: JsonRpcAdapter = {
  protocol: 'wm',
  async getReady() {},
  probe: { method: 'server/getInfo', params: {}, problemWith: expectsObjectWith('logFilePath') },
  valid: { method: 'runners/list', params: {}, problemWith: expectsObjectWith('runners') },
  wrongParams: { method: 'workspace/findProjectForFile', params: { filePath: 42 }, field: 'filePath' },
  answerTo: () => undefined,
};
