import {
  type Clock,
  createManualClock,
  createMemoryFileSystem,
  type Environment,
  fixedEnvironment,
} from '@tandem/platform';
import type { CommandContext, ConnectOptions } from '../command-context.js';
import type { ExitCode } from '../exit-code.js';
import { type ManagerScript, type ScriptedManager, startScriptedManager } from './scripted-manager.js';

export type Command = (args: readonly string[], context: CommandContext) => Promise<ExitCode>;

export interface CliOptions {
  readonly environment?: Partial<Environment>;
  readonly files?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Default: a scripted manager. */
  connect?(options: ConnectOptions): Promise<undefined>;
  onWrite?(text: string): void;
}

export interface CliRun {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: ScriptedManager['requests'];
  readonly connectedWith: readonly ConnectOptions[];
}

/** Runs a command in /work against a scripted Workspace Manager, with time standing still. */
export async function runCli(
  command: Command,
  args: readonly string[],
  script: ManagerScript,
  options: CliOptions = {},
): Promise<CliRun> {
  const manager = startScriptedManager(script);
  const connectedWith: ConnectOptions[] = [];
  let stdout = '';
  let stderr = '';
  const exitCode = await command(args, {
    environment: fixedEnvironment(options.environment),
    files: createMemoryFileSystem({ '/work/keep': '', ...options.files }),
    clock: options.clock ?? createManualClock(),
    signal: options.signal ?? new AbortController().signal,
    async connect(connectOptions) {
      connectedWith.push(connectOptions);
      return options.connect === undefined ? manager.connection : options.connect(connectOptions);
    },
    write(text) {
      stdout += text;
      options.onWrite?.(text);
    },
    writeError(text) {
      stderr += text;
      options.onWrite?.(text);
    },
  });
  return { exitCode, stdout, stderr, requests: manager.requests, connectedWith };
}
