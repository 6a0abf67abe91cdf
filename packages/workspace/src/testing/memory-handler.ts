import type { LaunchOptions, PayloadSchema, RunnerHost, RunnerStart } from '../runners/runner-port.js';
import type { FormattedResult, ProgressEvent, RunMeta } from '../runs/run.js';

/** What a handler of a test gets. */
export interface MemoryHandlerContext {
  readonly runId: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The result of the handlers before it. */
  readonly current: unknown;
  readonly config: unknown;
  readonly meta: RunMeta;
  readonly projectDir: string;
  readonly envName: string;
  readonly host: RunnerHost;
  readonly signal: AbortSignal;
  /** Open documents, by URI. */
  readonly documents: ReadonlyMap<string, string>;
  partial(result: unknown): Promise<void>;
  progress(event: ProgressEvent): Promise<void>;
  setReturnCode(code: number): void;
}

export type MemoryHandler = (context: MemoryHandlerContext) => unknown;

/** What a runner tells about an action, by its source as configured. */
export interface MemoryAction {
  readonly canonicalSource?: string;
  readonly aliases?: readonly string[];
  readonly runsConcurrently?: boolean;
  readonly scope?: 'project' | 'workspace';
  readonly parentActionSource?: string;
  readonly language?: string;
  readonly schema?: PayloadSchema;
}

export interface MemoryRunnersOptions {
  /** By handler source. */
  readonly handlers?: Readonly<Record<string, MemoryHandler>>;
  /** By action source; an action that is not here cannot be loaded. Default: every action can. */
  readonly actions?: Readonly<Record<string, MemoryAction>>;
  /** Folders of Python packages by name. */
  readonly packages?: Readonly<Record<string, string>>;
  readonly streamsEveryResult?: boolean;
  /** Rejects to make a start fail. */
  beforeStart?(start: RunnerStart, options: LaunchOptions): void | Promise<void>;
  /** What a runner answers instead of formatting its result. */
  format?(result: unknown): FormattedResult;
  readonly missingEnvs?: ReadonlySet<string>;
}

/** Throw it to end a run early with a result. */
export class StopWith extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('stopped');
    this.result = result;
  }
}
