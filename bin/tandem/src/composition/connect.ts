import type { Connection, ConnectOptions } from '@tandem/cli';
import { createLog, createMemorySink } from '@tandem/platform';
import { createMemoryPair } from '@tandem/wire';
import { createWmServer } from '@tandem/wm-server';
import { connectOver, connectToDaemon, findDaemon, findWorkspaceRoot } from '@tandem/workspace-client';
import { openWorkspace } from './open-workspace.js';
import { tandemCommand, type World } from './world.js';

/** Connects a command to the shared daemon, or to a Workspace Manager of its own. */
export async function connect(world: World, options: ConnectOptions): Promise<Connection | undefined> {
  return options.server === 'shared' ? connectToShared(world, options) : connectToPrivate(world);
}

async function connectToShared(
  world: World,
  { workDir, startIfMissing, signal }: ConnectOptions,
): Promise<Connection | undefined> {
  const workspaceRoot = await findWorkspaceRoot(workDir, world);
  const find = { workspaceRoot, client: { clientId: 'cli' }, ports: world, signal };
  if (!startIfMissing) return findDaemon(find);
  return connectToDaemon({
    ...find,
    startCommand: tandemCommand('start-wm-server', '--workdir', workspaceRoot),
  });
}

/** In this process: a second one would cost more than most runs. The protocol is spoken all the same. */
function connectToPrivate(world: World): Connection {
  const log = createLog({ sink: createMemorySink(), clock: world.clock });
  const workspace = openWorkspace(world, { log });
  const server = createWmServer({
    workspace,
    log,
    clock: world.clock,
    facts: { logFilePath: null, version: world.version },
    onShutdown: () => undefined,
  });
  const [here, there] = createMemoryPair();
  void server.serve(there);
  const connection = connectOver(here);
  return {
    request: connection.request,
    on: connection.on,
    closed: connection.closed,
    async [Symbol.asyncDispose]() {
      await connection.close();
      await server[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
