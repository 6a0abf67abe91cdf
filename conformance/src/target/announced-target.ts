import type { ManagedProcess } from '@tandem/platform';
import { awaitPort, type Waiting } from './await-port.js';
import { type CommandHost, endCommand, startCommand } from './child-process.js';
import type { Connection, Target } from './target.js';
import { connectToSocket } from './tcp-target.js';

/** The line by which runners tell their port; what comes before and behind it is for people. */
const servingLine = /Serving on \('[\d.]+', (\d{1,5})\)/;

/** A command that prints the port on which it serves one connection: each check gets a process of its own. */
export function createAnnouncedTarget(command: string, host: CommandHost, waiting: Waiting): Target {
  return {
    transport: 'tcp',
    description: command,
    openGroup: async () => ({
      connect: () => connectToAnnounced(command, host, waiting),
      async [Symbol.asyncDispose]() {},
    }),
  };
}

async function connectToAnnounced(command: string, host: CommandHost, waiting: Waiting): Promise<Connection> {
  const child = await startCommand(host, command);
  try {
    const port = await awaitPort(child, waiting, {
      missing: 'printed no line "Serving on (\'HOST\', PORT)"',
      find: (signal) => readPort(child, signal),
    });
    const owner = { exited: child.exited, stderrTail: () => child.stderrTail() };
    const connection = await connectToSocket({ host: '127.0.0.1', port }, waiting, owner);
    // There is no second connection to such a server.
    const { server: _server, ...only } = connection;
    return {
      ...only,
      async [Symbol.asyncDispose]() {
        await connection[Symbol.asyncDispose]();
        await endCommand(child);
      },
    };
  } catch (error) {
    await endCommand(child);
    throw error;
  }
}

/** Goes on reading when the port is known: an unread pipe would stop the command at its next log line. */
function readPort({ stdout }: ManagedProcess, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (signal.aborted) return;
      text += chunk;
      const port = servingLine.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
