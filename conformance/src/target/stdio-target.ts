import { startChildProcess } from './child-process.js';
import type { Connection, Target } from './target.js';

/**
 * A command that speaks the protocol on its standard streams. Process and connection are one, so every check gets a
 * process of its own and none inherits what another one left behind.
 */
export function createStdioTarget(command: string): Target {
  return {
    transport: 'stdio',
    description: command,
    openGroup: async () => ({
      connect: async () => connectToCommand(command),
      async [Symbol.asyncDispose]() {},
    }),
  };
}

function connectToCommand(command: string): Connection {
  const child = startChildProcess(command);
  return {
    transport: 'stdio',
    output: child.stdout,
    input: child.stdin,
    exited: child.exited,
    stderrTail: () => child.stderrTail(),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
