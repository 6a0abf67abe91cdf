import type { Readable, Writable } from 'node:stream';
import type { EnvironmentVariables } from '../environment/environment.js';

/** How a process ended: exactly one of the two is set. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface KillOptions {
  /** Time between the polite request and the forced end of the whole group; 0 forces at once. */
  readonly graceMs?: number;
}

export interface CommandOptions {
  readonly cwd: string;
  /** The whole environment of the child; nothing is inherited besides. See `childEnvironment`. */
  readonly env: EnvironmentVariables;
}

export interface SpawnOptions extends CommandOptions {
  /** `empty` gives the child an input that has already ended. */
  readonly stdin?: 'pipe' | 'empty';
  /** How much of the end of stderr is kept for error messages. */
  readonly stderrTailBytes?: number;
  readonly onStderrLine?: (line: string) => void;
  /**
   * When it ends, kill also what it started in groups of their own: for a child that supervises others and may itself
   * be killed. Linux only.
   */
  readonly endsWithFamily?: boolean;
}

/** A long-lived child and everything it starts: they live and die as one group. */
export interface ManagedProcess extends AsyncDisposable {
  readonly pid: number;
  /** Stays open until ended; its end tells a child of ours that the parent is gone. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The last whole lines the child wrote to stderr. */
  stderrTail(): string;
  /** Settles once, after the last of stderr was read; never rejects. What the child left running in its group is killed then. */
  readonly exited: Promise<ProcessExit>;
  kill(options?: KillOptions): Promise<ProcessExit>;
}
