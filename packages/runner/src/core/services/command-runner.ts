import { resolve } from 'node:path';
import { ActionFailed, type CommandRunner } from '@tandem/extension-api';
import { childEnvironment, type Environment, type Processes } from '@tandem/platform';
import type { CommandSlots } from './command-slots.js';

export interface CommandRunnerParts {
  readonly projectDir: string;
  readonly processes: Processes;
  readonly environment: Environment;
  readonly slots: CommandSlots;
  /** Kills what is running, and all it started. */
  readonly signal: AbortSignal;
}

export function createCommandRunner(parts: CommandRunnerParts): CommandRunner {
  const { projectDir, processes, environment, slots, signal } = parts;
  return {
    run: (program, args = [], { cwd = '.', env = {}, input, timeoutMs } = {}) =>
      slots.use(async () => {
        const result = await processes.runCommand(program, args, {
          cwd: resolve(projectDir, cwd),
          env: childEnvironment(environment, { set: env }),
          signal,
          // A cancelled run has nobody left to be polite for.
          graceMs: 0,
          ...(input === undefined ? {} : { stdin: input }),
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        });
        switch (result.kind) {
          case 'exited':
            return { exitCode: result.code, stdout: result.stdout, stderr: result.stderr };
          case 'timed-out':
            throw new ActionFailed(`"${program}" did not end within ${timeoutMs} ms and was killed`);
          case 'output-too-large':
            throw new ActionFailed(`"${program}" wrote more output than a runner takes and was killed`);
        }
      }, signal),
  };
}
