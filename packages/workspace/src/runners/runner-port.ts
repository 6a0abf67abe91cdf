import type { JsonTable } from '@tandem/config';
import type { ActionInfo } from '../actions/action-info.js';
import type { EditAnswer } from '../clients/client-session.js';
import type { WorkspaceEdit } from '../documents/workspace-edit.js';
import type { ProjectInfo } from '../projects/project-info.js';
import type {
  ActionCall,
  HandlersCall,
  HandlersOutcome,
  RunEvents,
  RunMeta,
  RunOutcome,
} from '../runs/run.js';

/** One process (or the built-in core) that runs the handlers of one project in one environment. */
export interface RunnerAddress {
  readonly projectDir: string;
  readonly envName: string;
}

export interface RunnerStart extends RunnerAddress {
  readonly projectName: string;
  /** The file that defines the project: `pyproject.toml`, `finecode.toml` or `package.json`. */
  readonly projectFile: string;
  readonly runtime: 'node' | 'python';
  /** Where the environment lies; a missing one is an `env-not-found` failure. */
  readonly envDir: string;
  /** Where a Node runner looks for packages, best first; empty for Python. */
  readonly nodeModulesDirs: readonly string[];
  readonly debug: boolean;
  readonly writeAheadLog: boolean;
}

/** What a runner has to know of the project before it can run anything. */
export interface RunnerConfig {
  readonly actions: readonly RunnerAction[];
  readonly handlerConfigs: Readonly<Record<string, unknown>>;
  readonly services: readonly RunnerService[];
  readonly handlersToInitialize?: Readonly<Record<string, readonly string[]>>;
  readonly logging?: { readonly defaultLevel: string; readonly logGroups: Readonly<Record<string, string>> };
}

export interface RunnerAction {
  readonly name: string;
  readonly source: string;
  readonly config: unknown;
  readonly handlers: readonly RunnerHandler[];
}

export interface RunnerHandler {
  readonly name: string;
  readonly source: string;
  readonly envName: string;
  readonly config: unknown;
  readonly dependencies: readonly string[];
}

export interface RunnerService {
  readonly interface: string;
  readonly source: string;
  readonly envName: string;
  readonly config: unknown;
  readonly dependencies: readonly string[];
}

/** What only a runner can tell about an action, because it has to load its code. */
export interface ActionMeta {
  readonly canonicalSource: string;
  readonly runsConcurrently: boolean;
  readonly scope?: 'project' | 'workspace';
  readonly parentActionSource?: string;
  readonly language?: string;
  readonly location?: string;
}

export interface PayloadSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly description?: string;
}

export interface OpenDocument {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
}

export interface DebugAddress {
  readonly host: string;
  readonly port: number;
}

export interface RunnerExit {
  /** Asked to stop, or gone by itself. */
  readonly kind: 'stopped' | 'crashed';
  readonly message: string;
}

/** A started runner, whatever is behind it: a Node process, a Python process, or the core in this process. */
export interface Runner {
  /** Asked for partial results, it sends every result as one, so that the shares add up to the whole. */
  readonly streamsEveryResult: boolean;
  readonly logFilePath: string | undefined;
  /** Replaces the configuration; tells what the runner could load, by configured source. */
  configure(config: RunnerConfig, options: { signal: AbortSignal }): Promise<ReadonlyMap<string, ActionMeta>>;
  run(call: ActionCall, events: RunEvents, options: { signal: AbortSignal }): Promise<RunOutcome>;
  runHandlers(
    call: HandlersCall,
    events: RunEvents,
    options: { signal: AbortSignal },
  ): Promise<HandlersOutcome>;
  mergeResults(actionName: string, results: readonly unknown[]): Promise<unknown>;
  payloadSchemas(): Promise<Readonly<Record<string, PayloadSchema | null>>>;
  /** The canonical source of an alias, or undefined when this runner cannot load it. */
  resolveSource(source: string): Promise<string | undefined>;
  reloadAction(actionName: string): Promise<void>;
  packagePath(packageName: string): Promise<string | undefined>;
  documentOpened(document: OpenDocument): void;
  documentChanged(document: OpenDocument): void;
  documentClosed(uri: string): void;
  forwardLogs(level: string | undefined): void;
  /** Where a debugger can attach, when it was started for that. */
  readonly debugAddress: DebugAddress | undefined;
  readonly exited: Promise<RunnerExit>;
  /** Asks it to end, and ends its whole process group when it does not. */
  stop(): Promise<void>;
}

/** What a runner may ask of the workspace while it works. */
export interface RunnerHost {
  applyEdit(edit: WorkspaceEdit): Promise<EditAnswer>;
  /** By any file of the project. */
  rawConfig(projectFile: string): Promise<JsonTable>;
  projects(): readonly ProjectInfo[];
  actions(): readonly ActionInfo[];
  editablePackages(): Promise<Readonly<Record<string, string>>>;
  runInProject(request: NestedRun): Promise<{ readonly result: unknown; readonly returnCode: number }>;
  runInWorkspace(
    request: NestedRun & { readonly projectDirs: readonly string[] | null; readonly concurrently: boolean },
  ): Promise<Readonly<Record<string, unknown>>>;
  subactions(
    parentActionSource: string,
  ): Promise<readonly { source: string; canonicalSource: string; language: string }[]>;
  userMessage(message: string, kind: 'info' | 'warning' | 'error'): void;
  logRecord(record: {
    readonly level: string;
    readonly group: string;
    readonly message: string;
    readonly timeMs: number;
  }): void;
}

export interface NestedRun {
  readonly actionSource: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The run that asks, when the runner tells; without it the depth in `meta` has to say which it may be. */
  readonly parentRunId?: string;
  readonly meta: RunMeta;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

export interface LaunchOptions {
  readonly signal: AbortSignal;
  /** Told as soon as a debugger can attach; a runner may wait for that before it does anything else. */
  onDebugAddress?(address: DebugAddress): void;
}

/** Starts runners. The adapter behind it knows processes and wires; the workspace does not. */
export interface RunnerLauncher {
  /** An environment that does not exist is a `WorkspaceError` with the code `env-not-found`. */
  start(start: RunnerStart, host: RunnerHost, options: LaunchOptions): Promise<Runner>;
  /** Whether the environment exists and could start a runner. */
  checkEnv(start: RunnerStart, options: { signal: AbortSignal }): Promise<boolean>;
}
