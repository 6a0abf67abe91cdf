import path from 'node:path';
import { readPortFile, type WorkspaceConnection, watchFile } from '@tandem/workspace-client';
import { expect, onTestFinished } from 'vitest';
import type { GeneratedWorkspace } from './generated-workspace.js';
import { connectToPort } from './wm-client.js';

export interface OwnDaemon {
  readonly port: number;
  readonly pid: number;
  connect(): Promise<WorkspaceConnection>;
}

/** Starts a Workspace Manager in the foreground, beside the shared one, and brings the whole workspace in. */
export async function startOwnDaemon(workspace: GeneratedWorkspace): Promise<OwnDaemon> {
  const portFile = path.join(workspace.scratchDir, 'port');
  using watch = watchFile(portFile);
  const daemon = workspace.start(['start-wm-server', '--port-file', portFile], { mayRunForLong: true });
  const ended = new AbortController();
  void daemon.outcome.then(() => ended.abort(new Error('the daemon ended before it listened')));
  let port = await readPortFile(portFile);
  while (port === undefined) {
    await watch.nextChange({ signal: ended.signal });
    port = await readPortFile(portFile);
  }
  const connect = () => connectToPort(port);

  await using client = await connect();
  await client.request('workspace/addDir', { dirPath: workspace.rootDir });
  onTestFinished(async () => {
    await using last = await connect();
    await last.request('server/shutdown', {});
    expect(await daemon.outcome).toMatchObject({ code: 0 });
  });
  return { port, pid: daemon.pid, connect };
}
