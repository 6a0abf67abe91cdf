import type { Workspace } from '@tandem/workspace';
import type { ConnectionContext, HandlersOf } from '../connection/connection-context.js';

export function serverHandlers(context: ConnectionContext): HandlersOf<'server'> & HandlersOf<'client'> {
  const { workspace, client, logs, facts, log } = context;
  return {
    'client/initialize': ({ clientId, capabilities }) => {
      client.introduce(clientId, capabilities ?? {});
      log.info('a client introduced itself', { client: client.session.label });
      return { logFilePath: facts.logFilePath };
    },
    'server/getInfo': () => ({
      logFilePath: facts.logFilePath,
      pid: process.pid,
      version: facts.version,
    }),
    'server/shutdown': () => {
      log.info('a client asked for the shutdown', { client: client.session.label });
      context.shutDown();
      return {};
    },
    'server/reset': async (_params, { signal }) => {
      await workspace.reset(client.session, { signal });
      return {};
    },
    'server/subscribeLogs': ({ minLevel }) => {
      logs.subscribe(minLevel);
      return {};
    },
    'server/unsubscribeLogs': () => {
      logs.unsubscribe();
      return {};
    },
    'server/getResourceUsage': () => resourceUsage(workspace),
  };
}

/** The contract leaves the fields to the server, which its type expresses as an object without any. */
function resourceUsage(workspace: Workspace): Record<string, never> {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const usage = {
    pid: process.pid,
    uptimeSec: process.uptime(),
    residentBytes: memory.rss,
    heapUsedBytes: memory.heapUsed,
    cpuUserSec: cpu.user / 1e6,
    cpuSystemSec: cpu.system / 1e6,
    runningRunners: workspace.listRunners().filter(({ status }) => status === 'running').length,
  };
  return usage as Record<string, unknown> as Record<string, never>;
}
