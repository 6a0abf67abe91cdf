import { serviceToken } from '../service.js';

export interface CommandOptions {
  /** Default: the project's folder. */
  readonly cwd?: string;
  /** Added to the environment of the runner. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to the command's input, which is then closed. */
  readonly input?: string;
  readonly timeoutMs?: number;
}

export interface CommandResult {
  /** `null` when a signal ended the command. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs programs. Only a few run at once, whatever the handlers ask for; when the run is cancelled the program and
 * everything it started are killed.
 */
export interface CommandRunner {
  /** Fails only when the program cannot be started or runs out of time; an exit code is an answer. */
  run(program: string, args?: readonly string[], options?: CommandOptions): Promise<CommandResult>;
}

export const CommandRunner = serviceToken<CommandRunner>('tandem.CommandRunner');
