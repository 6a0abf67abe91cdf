import type { ConfigProblem } from '@tandem/config';

/** `not-configured`: found in the workspace, but it does not use this configuration. */
export type ProjectStatus = 'valid' | 'invalid' | 'not-configured';

export interface ProjectInfo {
  /** Absolute folder; it is the identity of the project. */
  readonly dir: string;
  readonly name: string;
  readonly status: ProjectStatus;
  /** False while a filter has left it for later: its configuration has not been read yet. */
  readonly isInitialised: boolean;
  readonly problems: readonly ConfigProblem[];
}

export interface AddDirOptions {
  readonly signal: AbortSignal;
  /** Default: true. */
  readonly startRunners?: boolean;
  /** Names or absolute folders; the others are found but left for a later call. */
  readonly projects?: readonly string[];
  /** Have runners create all handlers when they start instead of at first use. Default: true. */
  readonly initializeAllHandlers?: boolean;
}

export interface ReloadOptions {
  readonly signal: AbortSignal;
  /** Default: all that have been initialised. */
  readonly projectDir?: string;
  /** Also look for projects that came and went. */
  readonly rescan?: boolean;
  /** Otherwise a project with runs in flight is left alone and reported as `busy`. */
  readonly cancelRuns?: boolean;
}

export interface ReloadedProject {
  readonly projectDir: string;
  readonly outcome: 'reloaded' | 'failed' | 'busy';
  /** Action sources. */
  readonly actionsAdded: readonly string[];
  readonly actionsRemoved: readonly string[];
  readonly problem?: string;
  readonly runsInFlight: number;
}
