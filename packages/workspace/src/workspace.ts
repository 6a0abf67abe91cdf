import type { ExplainedValue, HandlerOverrides, JsonTable } from '@tandem/config';
import type { ActionInfo } from './actions/action-info.js';
import type { TreeNode } from './actions/tree.js';
import type { ClientSession } from './clients/client-session.js';
import type { DocumentProblem } from './documents/document-store.js';
import type { TextRange } from './documents/workspace-edit.js';
import type { AddDirOptions, ProjectInfo, ReloadedProject, ReloadOptions } from './projects/project-info.js';
import type { RunnerState } from './runners/runner-entry.js';
import type { PayloadSchema, RunnerAddress } from './runners/runner-port.js';
import type {
  BatchObserver,
  BatchReport,
  BatchRequest,
  RunObserver,
  RunReport,
  RunRequest,
} from './runs/run-request.js';
import type { WorkspaceListener } from './workspace-events.js';

type Cancellable = { readonly signal: AbortSignal };

export interface DocumentChange {
  /** The whole document when absent. */
  readonly range?: TextRange;
  readonly text: string;
}

/**
 * One workspace, shared by everybody who is connected. A method that may run code of a project takes the session that
 * asks, because that decides whether it may.
 */
export interface Workspace extends AsyncDisposable {
  // Folders and projects
  /** Resolves with the projects that this call initialised; a broken one is among them and blocks nobody. */
  addDir(session: ClientSession, dirPath: string, options: AddDirOptions): Promise<readonly ProjectInfo[]>;
  removeDir(dirPath: string): Promise<void>;
  listDirs(): readonly string[];
  listProjects(): readonly ProjectInfo[];
  /** The folder of the deepest configured project that holds the file. */
  findProjectForFile(filePath: string): string | undefined;
  /** The merged configuration, in the shape of a `pyproject.toml`; empty while it has not been read. */
  rawConfig(projectDir: string): JsonTable;
  explainConfig(projectDir: string): readonly ExplainedValue[];
  /** Packages of the workspace by name, with their folders. */
  editablePackages(): Promise<Readonly<Record<string, string>>>;
  /** Replaces all earlier overrides; running runners have them when this resolves. */
  setConfigOverrides(overrides: HandlerOverrides, options: Cancellable): Promise<void>;
  reloadConfig(options: ReloadOptions): Promise<readonly ReloadedProject[]>;
  /** Drops what is remembered, reads all configuration again and restarts the runners that run. */
  reset(session: ClientSession, options: Cancellable): Promise<void>;

  // Actions
  listActions(projectDir?: string): readonly ActionInfo[];
  /** By source as asked; null when no runner can load the action. */
  payloadSchemas(
    session: ClientSession,
    projectDir: string,
    sources: readonly string[],
    options: Cancellable & { readonly startRunners?: boolean },
  ): Promise<Readonly<Record<string, PayloadSchema | null>>>;
  tree(): readonly TreeNode[];
  /** One node with all below it. */
  subtree(nodeId: string): TreeNode | undefined;
  /** Has every running runner of the project load the code of an action again. */
  reloadAction(session: ClientSession, actionNodeId: string): Promise<void>;

  // Runs
  run(
    session: ClientSession,
    request: RunRequest,
    observer: RunObserver,
    options: Cancellable,
  ): Promise<RunReport>;
  runBatch(
    session: ClientSession,
    request: BatchRequest,
    observer: BatchObserver,
    options: Cancellable,
  ): Promise<BatchReport>;

  // Runners
  /** Starts those that do not run yet. Names or absolute folders; default: all projects. */
  startRunners(
    session: ClientSession,
    options: Cancellable & { readonly projects?: readonly string[] },
  ): Promise<void>;
  listRunners(projectDir?: string): readonly (RunnerState & { readonly projectName: string })[];
  /** With `debug`, asks the session to attach its debugger before this resolves. */
  restartRunner(
    session: ClientSession,
    address: RunnerAddress,
    options: Cancellable & { readonly debug: boolean },
  ): Promise<void>;
  checkEnv(session: ClientSession, address: RunnerAddress, options: Cancellable): Promise<boolean>;
  /** Stops the runner that uses the environment first. */
  removeEnv(address: RunnerAddress, options: Cancellable): Promise<void>;
  /** Undefined turns it off. */
  forwardRunnerLogs(level: string | undefined): void;

  // Documents
  /** Without `text`, the file is read. */
  openDocument(
    session: ClientSession,
    document: { readonly uri: string; readonly version?: number; readonly text?: string },
  ): Promise<void>;
  changeDocument(
    session: ClientSession,
    uri: string,
    version: number,
    changes: readonly DocumentChange[],
  ): Promise<DocumentProblem | undefined>;
  closeDocument(session: ClientSession, uri: string): Promise<DocumentProblem | undefined>;

  // Clients
  subscribe(listener: WorkspaceListener): Disposable;
  /** Cancels the runs of a client that is gone and closes its documents. */
  disconnect(session: ClientSession): Promise<void>;
}
