import { type CommandHost, endCommand, startCommand } from './child-process.js';
import type { Connection, Target } from './target.js';

/**
 * A command that speaks the protocol on its standard streams. Process and connection are one, so every check gets a
 * process of its own and none inherits what another one left behind.
 */
export function createStdioTarget(command: string, host: CommandHost): Target {
  return {
    transport: 'stdio',
    description: command,
    openGroup: async () => ({
      connect: () => connectToCommand(command, host),
      async [Symbol.asyncDispose]() {},
    }),
  };
}

async function connectToCommand(command: string, host: CommandHost): Promise<Connection> {
  const child = await startCommand(host, command);
  return {
    transport: 'stdio',
    output: child.stdout,
    input: child.stdin,
    exited: child.exited,
    stderrTail: () => child.stderrTail(),
    [Symbol.asyncDispose]: () => endCommand(child),
  };
}
