import type * as z from 'zod';
import type { Action } from '../action.js';
import { serviceToken } from '../service.js';

/** A version of an action for one language. */
export interface Subaction {
  readonly source: string;
  readonly language: string;
}

export interface WorkspaceRunOptions {
  /** Folders of the projects to run in. Default: every project that has the action. */
  readonly projectDirs?: readonly string[];
  /** Default: true. */
  readonly concurrently?: boolean;
}

/** Runs other actions, in whatever environment and language their handlers live. Cancelling the run cancels them. */
export interface ActionRunner {
  /**
   * Runs in this project. An action known only by its canonical source (the `source` of its definition, not an alias)
   * takes and gives plain data.
   */
  run<Payload extends z.ZodType, Result extends z.ZodType>(
    action: Action<Payload, Result>,
    payload: z.input<Payload>,
  ): Promise<z.output<Result>>;
  run(source: string, payload: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Runs in several projects; results by project folder. */
  runInWorkspace<Payload extends z.ZodType, Result extends z.ZodType>(
    action: Action<Payload, Result>,
    payload: z.input<Payload>,
    options?: WorkspaceRunOptions,
  ): Promise<ReadonlyMap<string, z.output<Result>>>;
  /** The versions of an action for single languages that this project has. */
  subactions(parent: Action): Promise<readonly Subaction[]>;
}

export const ActionRunner = serviceToken<ActionRunner>('tandem.ActionRunner');
