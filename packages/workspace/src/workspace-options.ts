import type { Clock, FileSystem, Log, OperatingSystem } from '@tandem/platform';
import type { TrustPolicy } from './clients/trust.js';
import type { FileWatcher } from './projects/file-watcher.js';
import type { RunnerLauncher } from './runners/runner-port.js';
import type { RunLimits } from './runs/run-limits.js';
import type { RunLog } from './write-ahead-log/run-log.js';

/** All that the workspace needs of the world. */
export interface WorkspaceOptions {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly os: OperatingSystem;
  /** Variables that configure handlers (`FINECODE_CONFIG_*`) and the loudness of runners. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly launcher: RunnerLauncher;
  readonly watcher: FileWatcher;
  readonly trust: TrustPolicy;
  /** Begin and end of every run are written here. */
  readonly runLog: RunLog;
  /** A new identity for a run, such as a random UUID. */
  newRunId(): string;
  readonly limits?: Partial<RunLimits>;
  /** Whether runners keep a write-ahead log of their own. */
  readonly runnerWriteAheadLog?: boolean;
  readonly runnerStartTimeoutMs?: number;
}
