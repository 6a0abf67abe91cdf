import { childEnvironment, type Environment, venvLayout } from '@tandem/platform';
import type { RunnerAddress, RunnerStart } from '@tandem/workspace';
import { posixPath } from '../posix-path.js';

/** How to start our own runner; it is a Node program. */
export interface NodeRunnerCommand {
  /** The Node executable. */
  readonly command: string;
  /** The program, and what stands before its options: `[entry, 'runner', 'start']`. */
  readonly args: readonly string[];
  /** How large the heap of one runner may grow, in MiB. Default: what Node thinks fit. */
  readonly maxHeapMiB?: number;
  /** Where a runner keeps its log. Default: nowhere; what it says to stderr is still in the errors. */
  logFilePath?(address: RunnerAddress): string;
}

export interface RunnerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** `announced`: over stdio as the contract says, or over the TCP port that it prints; it is asked and watched. */
  readonly transport: 'stdio' | 'announced';
}

type Host = Pick<Environment, 'os' | 'variables'>;

export function runnerCommand(
  start: RunnerStart,
  nodeRunner: NodeRunnerCommand,
  environment: Host,
): RunnerCommand {
  return start.runtime === 'node'
    ? nodeCommand(start, nodeRunner, environment)
    : pythonCommand(start, environment);
}

export function pythonPathOf({ envDir }: Pick<RunnerStart, 'envDir'>, { os }: Pick<Host, 'os'>): string {
  return venvLayout(envDir, os).pythonPath;
}

/** A virtual environment that happens to be active where the daemon was started is not the runner's. */
export function runnerEnvironment(environment: Host): Record<string, string> {
  return childEnvironment(environment, { drop: ['VIRTUAL_ENV'] });
}

function nodeCommand(start: RunnerStart, nodeRunner: NodeRunnerCommand, environment: Host): RunnerCommand {
  const { command, args, maxHeapMiB } = nodeRunner;
  const logFilePath = nodeRunner.logFilePath?.(start);
  return {
    command,
    args: [
      ...(maxHeapMiB === undefined ? [] : [`--max-old-space-size=${maxHeapMiB}`]),
      ...args,
      `--project-path=${start.projectDir}`,
      `--env-name=${start.envName}`,
      ...start.nodeModulesDirs.map((dir) => `--node-modules=${dir}`),
      ...(logFilePath === undefined ? [] : [`--log-file=${logFilePath}`]),
      ...(start.debug ? ['--debug'] : []),
    ],
    env: runnerEnvironment(environment),
    transport: 'stdio',
  };
}

function pythonCommand(start: RunnerStart, environment: Host): RunnerCommand {
  return {
    command: pythonPathOf(start, environment),
    args: [
      ...['-m', 'finecode_extension_runner.cli', 'start'],
      // The port is a line of the log: at a higher level it would not be printed.
      '--log-level=INFO',
      `--project-path=${posixPath(start.projectDir, environment.os)}`,
      `--env-name=${start.envName}`,
      ...(start.writeAheadLog ? ['--wal'] : []),
      ...(start.debug ? ['--debug'] : []),
    ],
    // Else the lines that we wait for would lie in a buffer.
    env: { ...runnerEnvironment(environment), PYTHONUNBUFFERED: '1' },
    transport: 'announced',
  };
}
