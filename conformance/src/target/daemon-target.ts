import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManagedProcess } from '@tandem/platform';
import { type CommandHost, describeExit, describeStderr, endCommand, startCommand } from './child-process.js';
import { awaitPortFile } from './port-file.js';
import { type Target, TargetError, type TargetGroup } from './target.js';
import { connectToSocket } from './tcp-target.js';

/** Stands in a command line for the path of the file that the server writes its port number to. */
export const portFilePlaceholder = '{portFile}';

interface Waiting {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A command that starts a TCP server: one process for each group of checks, one connection for each check. */
export function createDaemonTarget(command: string, host: CommandHost, waiting: Waiting): Target {
  return {
    transport: 'tcp',
    description: command,
    openGroup: () => startDaemon(command, host, waiting),
  };
}

async function startDaemon(command: string, host: CommandHost, waiting: Waiting): Promise<TargetGroup> {
  const directory = await mkdtemp(join(host.environment.tempDir, 'tandem-conformance-'));
  const portFile = join(directory, 'port');
  const child = await startCommand(host, command.replaceAll(portFilePlaceholder, portFile));
  // A server writes to its log streams as it likes; unread pipes would stop it.
  child.stdout.resume();
  const dispose = async () => {
    await endCommand(child);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const port = await awaitPort(child, portFile, waiting);
    return {
      connect: () =>
        connectToSocket({ host: '127.0.0.1', port }, waiting, {
          exited: child.exited,
          stderrTail: () => child.stderrTail(),
        }),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function awaitPort(
  child: ManagedProcess,
  portFile: string,
  { timeoutMs, signal }: Waiting,
): Promise<number> {
  const over = new AbortController();
  const deadline = AbortSignal.timeout(timeoutMs);
  const exited = child.exited.then((exit) => {
    throw new TargetError(
      `The command ended before it wrote its port: it ${describeExit(exit, child.stderrTail())}`,
    );
  });
  const port = awaitPortFile(portFile, { signal: AbortSignal.any([signal, deadline, over.signal]) });
  try {
    return await Promise.race([port, exited]);
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    throw new TargetError(
      `The command wrote no port number to ${portFilePlaceholder} within ${timeoutMs} ms; ${describeStderr(child.stderrTail())}`,
    );
  } finally {
    over.abort();
    exited.catch(() => undefined);
    port.catch(() => undefined);
  }
}
