export type { Clock, Deadline, Timer, TimeSource } from './clock/clock.js';
export { createManualClock, type ManualClock } from './clock/manual-clock.js';
export { createSystemClock } from './clock/system-clock.js';
export { untilAborted } from './clock/until-aborted.js';
export {
  type Environment,
  type EnvironmentVariables,
  environmentVariable,
  fixedEnvironment,
  readEnvironment,
  type TerminalStream,
} from './environment/environment.js';
export type { DirectoryEntry, FileKind, FileStat, FileSystem, WriteOptions } from './files/file-system.js';
export { createFileWatcher, type FileWatcher } from './files/file-watcher.js';
export { createMemoryFileSystem } from './files/memory-file-system.js';
export { createFileSystem } from './files/node-file-system.js';
export { removeAbandonedWrites, writeFileAtomic } from './files/write-file-atomic.js';
export { createFileLocks } from './lock/file-locks.js';
export type { AcquireOptions, HeldLock, Lock, LockResult, Locks } from './lock/locks.js';
export { createMemoryLocks } from './lock/memory-locks.js';
export { createFileSink, type FileSink, type FileSinkOptions } from './log/file-sink.js';
export {
  combineSinks,
  createLog,
  createMemorySink,
  type Log,
  type LogFields,
  type LogLevel,
  type LogOptions,
  type LogRecord,
  type LogSink,
  logLevels,
  parseLogLevel,
} from './log/log.js';
export { redactText } from './log/redact.js';
export { currentOperatingSystem, type OperatingSystem } from './operating-system.js';
export { fileUriToPath, pathToFileUri } from './paths/file-uri.js';
export { isInside, pathKey } from './paths/path-key.js';
export { pathsOf } from './paths/paths-of.js';
export { type UserDirectories, userDirectories } from './paths/user-directories.js';
export { type VenvLayout, venvLayout } from './paths/venv.js';
export { PlatformError, type PlatformErrorCode, systemErrorCode } from './platform-error.js';
export { type ChildEnvironmentOptions, childEnvironment } from './process/child-environment.js';
export { installExitHook } from './process/exit-hook.js';
export type {
  CommandOptions,
  KillOptions,
  ManagedProcess,
  ProcessExit,
  SpawnOptions,
} from './process/managed-process.js';
export { type ParentWatchOptions, watchParent } from './process/parent-watch.js';
export { createProcesses, type Processes, type SystemProcesses } from './process/processes.js';
export type { CommandResult, RunOptions } from './process/run-command.js';
export type { DetachedOptions, DetachedProcess } from './process/spawn-detached.js';
export type { AcceptedConnection, SameUserResult } from './same-user/connection.js';
export { isSameUserConnection, type SameUserOptions } from './same-user/same-user.js';
export {
  createTrustedFolders,
  type TrustedFolders,
  type TrustedFoldersOptions,
} from './trust/trusted-folders.js';
