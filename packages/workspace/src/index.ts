export type { ActionInfo, HandlerInfo } from './actions/action-info.js';
export type { NodeId } from './actions/node-id.js';
export type { TreeNode } from './actions/tree.js';
export type { ClientKind, ClientSession, DebugTarget, EditAnswer } from './clients/client-session.js';
export type { TrustPolicy } from './clients/trust.js';
export { createWorkspace } from './create-workspace.js';
export type { DocumentProblem } from './documents/document-store.js';
export type {
  Position,
  TextEdit,
  TextRange,
  WorkspaceChange,
  WorkspaceEdit,
} from './documents/workspace-edit.js';
export type { FileWatcher } from './projects/file-watcher.js';
export type {
  AddDirOptions,
  ProjectInfo,
  ProjectStatus,
  ReloadedProject,
  ReloadOptions,
} from './projects/project-info.js';
export type { RunnerState, RunnerStatus } from './runners/runner-entry.js';
export type {
  ActionMeta,
  DebugAddress,
  LaunchOptions,
  NestedRun,
  OpenDocument,
  PayloadSchema,
  Runner,
  RunnerAction,
  RunnerAddress,
  RunnerConfig,
  RunnerExit,
  RunnerHandler,
  RunnerHost,
  RunnerLauncher,
  RunnerService,
  RunnerStart,
} from './runners/runner-port.js';
export type {
  ActionCall,
  DevEnv,
  FormattedResult,
  HandlersCall,
  HandlersOutcome,
  ProgressEvent,
  ResultFormat,
  RunEvents,
  RunMeta,
  RunOutcome,
  Trigger,
} from './runs/run.js';
export { defaultRunLimits, type RunLimits } from './runs/run-limits.js';
export type {
  ActionReport,
  BatchObserver,
  BatchReport,
  BatchRequest,
  PartialResult,
  ProjectReport,
  RunObserver,
  RunReport,
  RunRequest,
} from './runs/run-request.js';
export type { DocumentChange, Workspace } from './workspace.js';
export { WorkspaceError, type WorkspaceErrorCode } from './workspace-error.js';
export type { RunnerLogRecord, UserMessage, WorkspaceListener } from './workspace-events.js';
export type { WorkspaceOptions } from './workspace-options.js';
export { type LoggedRunStatus, type LoggedRunSummary, runHistory } from './write-ahead-log/run-history.js';
export { type LoggedRun, noRunLog, type RunEvent, type RunLog } from './write-ahead-log/run-log.js';
export { readWal, type WalContent, type WalEvent } from './write-ahead-log/wal-reader.js';
export type { AppendText } from './write-ahead-log/wal-segments.js';
export { createWalWriter, type WalWriterOptions } from './write-ahead-log/wal-writer.js';
