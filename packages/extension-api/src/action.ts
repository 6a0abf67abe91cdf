import * as z from 'zod';
import { mergeResults } from './merge-results.js';
import type { StyledText } from './styled-text.js';

/** What a run ends with: 0 when all is well, 1 when the result holds problems. */
export type ReturnCode = 0 | 1;

/** How an action's results are checked, combined and shown. */
export interface ResultRules<Result extends z.ZodType> {
  /** Plain data: it travels between processes as JSON and must accept its own output. */
  readonly schema: Result;
  merge(earlier: z.output<Result>, later: z.output<Result>): z.output<Result>;
  toText(result: z.output<Result>): string | StyledText;
  returnCode(result: z.output<Result>): ReturnCode;
}

/**
 * - `sequential`: handlers run in the order of the configuration; each sees the merged result of those before it.
 * - `concurrent`: handlers run at once and do not see each other; results are merged in the order of the configuration.
 */
export type Execution = 'sequential' | 'concurrent';

/** Whether the action is about one project or about the whole workspace. */
export type ActionScope = 'project' | 'workspace';

export interface Action<Payload extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  readonly kind: 'action';
  readonly name: string;
  readonly source: string | undefined;
  readonly description: string | undefined;
  readonly payload: Payload;
  readonly result: ResultRules<Result>;
  readonly execution: Execution;
  readonly scope: ActionScope;
  readonly parentAction: Action | undefined;
  readonly language: string | undefined;
}

export interface ActionSpec<Payload extends z.ZodObject, Result extends z.ZodObject> {
  /** The name people type: `tandem run <name>`. */
  readonly name: string;
  /**
   * The action's identity for other programs, the same in every project and language, e.g. `myext.LintAction`.
   * Without it the identity is the file and export that the configuration names.
   */
  readonly source?: string;
  /** One sentence for people and AI assistants that choose among actions. */
  readonly description?: string;
  /** What a caller passes. Defaults make fields optional. */
  readonly payload?: Payload;
  readonly result: {
    /** Checks every result, also those of handlers in other processes. */
    readonly schema: Result;
    /** Combines two results. Default: lists are joined, objects merged by key, later values win. */
    merge?(earlier: z.output<Result>, later: z.output<Result>): z.output<Result>;
    /** The result for people. Default: indented JSON. */
    toText?(result: z.output<Result>): string | StyledText;
    /** Default: 0. */
    returnCode?(result: z.output<Result>): ReturnCode;
  };
  /** Default: `sequential`. */
  readonly execution?: Execution;
  /** Default: `project`. */
  readonly scope?: ActionScope;
  /** The general action of which this is the version for one `language`. */
  readonly parentAction?: Action;
  readonly language?: string;
}

/** Describes an action: what it takes, what it gives, and how results of several handlers become one. */
export function defineAction<
  Result extends z.ZodObject,
  Payload extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(spec: ActionSpec<Payload, Result>): Action<Payload, Result> {
  const { schema, merge, toText, returnCode } = spec.result;
  return {
    kind: 'action',
    name: spec.name,
    source: spec.source,
    description: spec.description,
    // Only an author who passed no payload gets here with the default type parameter, which this schema has.
    payload: spec.payload ?? (z.object({}) as unknown as Payload),
    result: {
      schema,
      // Merging two values of one schema key by key gives a value of that schema.
      merge: merge ?? ((earlier, later) => mergeResults(earlier, later) as z.output<Result>),
      toText: toText ?? ((result) => JSON.stringify(result, null, 2)),
      returnCode: returnCode ?? (() => 0),
    },
    execution: spec.execution ?? 'sequential',
    scope: spec.scope ?? 'project',
    parentAction: spec.parentAction,
    language: spec.language,
  };
}

/** Recognises what `defineAction` returned among a module's exports. */
export function isAction(value: unknown): value is Action {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'action' &&
    'payload' in value
  );
}
