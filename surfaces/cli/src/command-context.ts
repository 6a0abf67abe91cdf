import type { Clock, Environment, FileSystem } from '@tandem/platform';
import type { WorkspaceConnection } from '@tandem/workspace-client';

/** What a command needs of a connection to a Workspace Manager. */
export type Connection = Pick<WorkspaceConnection, 'request' | 'on' | 'closed'> & AsyncDisposable;

/** `private`: in this process, for this command alone. `shared`: the daemon that editors use. */
export type ServerKind = 'private' | 'shared';

export interface ConnectOptions {
  readonly server: ServerKind;
  /** Absolute. */
  readonly workDir: string;
  /** False: only a daemon that runs already is of use. */
  readonly startIfMissing: boolean;
  readonly signal: AbortSignal;
}

/** All that a command may touch. */
export interface CommandContext {
  /** `undefined` when the daemon does not run and was not to be started. */
  connect(options: ConnectOptions): Promise<Connection | undefined>;
  readonly environment: Environment;
  /** Where the source lines beside problems are read. */
  readonly files: FileSystem;
  readonly clock: Clock;
  write(text: string): void;
  writeError(text: string): void;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
}
