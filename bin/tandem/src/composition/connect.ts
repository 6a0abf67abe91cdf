import type { Connection, ConnectOptions } from '@tandem/cli';
import { createLog, createMemorySink } from '@tandem/platform';
import { createMemoryPair } from '@tandem/wire';
import { createWmServer } from '@tandem/wm-server';
import {
  connectOver,
  connectToDaemon,
  findDaemon,
  findWorkspaceRoot,
  prepareDaemonPlace,
} from '@tandem/workspace-client';
import { openWorkspace } from './open-workspace.js';
import { tandemCommand, type World } from './world.js';
import { asksForWriteAheadLog, writeAheadLogDir } from './write-ahead-log.js';

/** Connects a command to the shared daemon, or to a Workspace Manager of its own. */
export async function connect(world: World, options: ConnectOptions): Promise<Connection | undefined> {
  return options.server === 'shared' ? connectToShared(world, options) : connectToPrivate(world, options);
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
async function connectToPrivate(world: World, { workDir }: ConnectOptions): Promise<Connection> {
  const log = createLog({ sink: createMemorySink(), clock: world.clock });
  const keepsLog = asksForWriteAheadLog(world.environment.variables);
  const workspace = openWorkspace(world, {
    log,
    ...(keepsLog && { writeAheadLogDir: await logDirOf(workDir, world) }),
  });
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

async function logDirOf(workDir: string, world: World): Promise<string> {
  const workspaceRoot = await findWorkspaceRoot(workDir, world);
  return writeAheadLogDir(await prepareDaemonPlace(workspaceRoot, world.environment));
}
