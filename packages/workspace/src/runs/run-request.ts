import type { WorkspaceError } from '../workspace-error.js';
import type { DevEnv, FormattedResult, ProgressEvent, ResultFormat, Trigger } from './run.js';

interface RunChoices {
  readonly resultFormats: readonly ResultFormat[];
  readonly trigger: Trigger;
  readonly devEnv: DevEnv;
  /** Of an interpreter matrix, only these environments or interpreters. */
  readonly envSelectors?: readonly string[];
  readonly interpreterSelectors?: readonly string[];
  readonly timeoutMs?: number;
}

type Payload = Readonly<Record<string, unknown>>;

export interface RunRequest extends RunChoices {
  /** Any path to the action's class: as configured, canonical, or an alias. */
  readonly actionSource: string;
  /**
   * `everywhere`: in all projects that have the action; a workspace-scoped action runs once, in the project at the root
   * of the workspace.
   */
  readonly target: { readonly kind: 'project'; readonly dir: string } | { readonly kind: 'everywhere' };
  readonly params: Payload;
  /** Report the whole result even though its parts go to the observer. */
  readonly keepResult?: boolean;
}

export interface BatchRequest extends RunChoices {
  readonly actionSources: readonly string[];
  /** Default: all that have one of the actions. */
  readonly projectDirs?: readonly string[];
  readonly params: Payload;
  /** Fields that differ by project, laid over `params`. */
  readonly paramsByProject?: Readonly<Record<string, Payload>>;
  /** Run the actions of one project side by side. Projects always run side by side, as far as limits allow. */
  readonly concurrently: boolean;
}

/** How one action ended in one project. */
export type ActionReport =
  | { readonly kind: 'finished'; readonly result: FormattedResult; readonly returnCode: number }
  /** All data went to the observer, and was not to be kept. */
  | { readonly kind: 'streamed'; readonly returnCode: number }
  | { readonly kind: 'failed'; readonly error: WorkspaceError; readonly returnCode: 1 };

/** Rejects with the first failure only when nothing succeeded anywhere; otherwise failures are reported beside the results. */
export interface RunReport {
  /** Of all projects together; empty when the data went to the observer and was not to be kept. */
  readonly result: FormattedResult;
  /** Bitwise OR of all. */
  readonly returnCode: number;
  /** By project folder. */
  readonly projects: ReadonlyMap<string, ActionReport>;
}

export interface ProjectReport {
  readonly projectDir: string;
  /** By action source as requested. */
  readonly actions: ReadonlyMap<string, ActionReport>;
  /** Bitwise OR of all. */
  readonly returnCode: number;
}

export interface BatchReport {
  /** In order of completion. */
  readonly projects: readonly ProjectReport[];
  readonly returnCode: number;
}

export interface PartialResult {
  readonly projectDir: string;
  /** Set for one column of an interpreter matrix. */
  readonly interpreter?: string;
  readonly result: FormattedResult;
}

/** Awaiting a call respects a slow reader. Whoever takes partial results gets all data that way. */
export interface RunObserver {
  partial?(part: PartialResult): void | Promise<void>;
  progress?(event: ProgressEvent): void | Promise<void>;
}

export interface BatchObserver {
  /** Exactly once for each project, in order of completion. */
  projectCompleted?(report: ProjectReport): void | Promise<void>;
  progress?(event: ProgressEvent): void | Promise<void>;
}
