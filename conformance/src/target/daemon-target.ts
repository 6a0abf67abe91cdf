import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { awaitPort, type Waiting } from './await-port.js';
import { type CommandHost, endCommand, startCommand } from './child-process.js';
import { awaitPortFile } from './port-file.js';
import type { ServerSettings, StartedServer, Target } from './target.js';
import { connectToSocket } from './tcp-target.js';

/** Stands in a command line for the path of the file that the server writes its port number to. */
export const portFilePlaceholder = '{portFile}';
/** Stands for a folder of the server's own, new and empty. Without a port file of its own, the server is a shared one. */
export const workspacePlaceholder = '{probeWorkspace}';
/** Stands for the seconds after which a server without clients ends. */
export const disconnectTimeoutPlaceholder = '{disconnectTimeout}';

const sharedPortFile = join('.venvs', 'dev_workspace', 'cache', 'finecode', 'wm_port');
const usualDisconnectTimeoutSec = 30;

/** Whether the command starts a server, and says where the kit finds its port. */
export function isServerCommand(command: string): boolean {
  return command.includes(portFilePlaceholder) || command.includes(workspacePlaceholder);
}

/** A command that starts a TCP server: one process for each group of checks, one connection for each check. */
export function createDaemonTarget(command: string, host: CommandHost, waiting: Waiting): Target {
  return {
    transport: 'tcp',
    description: command,
    openGroup: () => startDaemon(command, host, waiting),
  };
}

async function startDaemon(
  command: string,
  host: CommandHost,
  waiting: Waiting,
  { disconnectTimeoutSec = usualDisconnectTimeoutSec }: ServerSettings = {},
): Promise<StartedServer> {
  const directory = await realpath(await mkdtemp(join(host.environment.tempDir, 'tandem-conformance-')));
  const workspace = join(directory, 'workspace');
  const isShared = !command.includes(portFilePlaceholder);
  const portFile = isShared ? join(workspace, sharedPortFile) : join(directory, 'port');
  await mkdir(workspace);
  await mkdir(dirname(portFile), { recursive: true });
  const child = await startCommand(
    host,
    command
      .replaceAll(portFilePlaceholder, portFile)
      .replaceAll(workspacePlaceholder, workspace)
      .replaceAll(disconnectTimeoutPlaceholder, String(disconnectTimeoutSec)),
  );
  // A server writes to its log streams as it likes; unread pipes would stop it.
  child.stdout.resume();
  const dispose = async () => {
    await endCommand(child);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const port = await awaitPort(child, waiting, {
      missing: `wrote no port number to ${portFilePlaceholder}`,
      find: (signal) => awaitPortFile(portFile, { signal }),
    });
    const { exited } = child;
    const startAnother = (settings?: ServerSettings) => startDaemon(command, host, waiting, settings);
    const owner = {
      exited,
      stderrTail: () => child.stderrTail(),
      own: { portFile, command, startAnother },
    };
    return {
      port,
      portFile,
      exited,
      connect: () => connectToSocket({ host: '127.0.0.1', port }, waiting, owner),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
