import type { Environment, Processes } from '@tandem/platform';
import type { RunnerStart } from '@tandem/workspace';
import { type NodeRunnerCommand, pythonPathOf, runnerEnvironment } from './runner-command.js';

export interface CheckEnvOptions {
  readonly processes: Pick<Processes, 'runCommand'>;
  readonly environment: Pick<Environment, 'os' | 'variables'>;
  readonly nodeRunner: NodeRunnerCommand;
  readonly signal: AbortSignal;
}

const timeoutMs = 5_000;

/**
 * Whether the environment could start a runner. A Node environment needs no folder of its own: our runner brings all
 * it needs, and a package that is missing is a matter of the action that wants it.
 */
export async function checkEnv(start: RunnerStart, options: CheckEnvOptions): Promise<boolean> {
  const { processes, environment, nodeRunner, signal } = options;
  const [command, args] =
    start.runtime === 'node'
      ? [nodeRunner.command, ['--version']]
      : [pythonPathOf(start, environment), ['-m', 'finecode_extension_runner.cli', 'version']];
  const env = runnerEnvironment(environment);
  try {
    const result = await processes.runCommand(command, args, {
      cwd: start.projectDir,
      env,
      timeoutMs,
      signal,
    });
    return result.kind === 'exited' && result.code === 0;
  } catch {
    // A program that cannot be started is the very answer that was asked for.
    signal.throwIfAborted();
    return false;
  }
}
