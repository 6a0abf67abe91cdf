import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { connectOver, type WorkspaceConnection } from '@tandem/workspace-client';

/** Connects to a Workspace Manager as a client of another program would: by the port alone. */
export async function connectToPort(port: number): Promise<WorkspaceConnection> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return connectOver(socket);
}

/** Connects to the shared daemon that runs for a workspace. */
export async function connectToSharedDaemon(rootDir: string): Promise<WorkspaceConnection> {
  const portFile = path.join(rootDir, '.venvs/dev_workspace/cache/finecode/wm_port');
  return connectToPort(Number(await readFile(portFile, 'utf8')));
}
