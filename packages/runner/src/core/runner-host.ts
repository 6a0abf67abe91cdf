import type { RunMeta, Subaction, WorkspaceRunOptions } from '@tandem/extension-api';
import type { TextRange } from './documents.js';
import type { JsonObject } from './runner-config.js';

export interface NestedRun {
  /** Canonical source of the action. */
  readonly source: string;
  readonly payload: JsonObject;
  readonly meta: RunMeta;
  readonly signal: AbortSignal;
}

export interface DocumentEdit {
  readonly uri: string;
  /** The version that the edit was made for. */
  readonly version: number;
  readonly range: TextRange;
  readonly newText: string;
}

export type EditOutcome =
  | { readonly kind: 'applied' }
  | { readonly kind: 'refused'; readonly reason: string };

/** What a runner asks of the Workspace Manager, wherever that is. */
export interface RunnerHost {
  /** The nested result as data. */
  runInProject(run: NestedRun): Promise<unknown>;
  /** Results as data, by project folder. */
  runInWorkspace(run: NestedRun, options: WorkspaceRunOptions): Promise<ReadonlyMap<string, unknown>>;
  subactions(parentSource: string): Promise<readonly Subaction[]>;
  rawConfig(projectDefPath: string): Promise<JsonObject>;
  applyEdit(edit: DocumentEdit): Promise<EditOutcome>;
  tellUser(kind: 'info' | 'warning' | 'error', message: string): void;
}
