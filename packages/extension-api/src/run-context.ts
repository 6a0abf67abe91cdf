import type * as z from 'zod';
import type { InjectedServices, ServiceRequests } from './service.js';

/** Who asked for the run, and from where. */
export interface RunMeta {
  readonly runId: string;
  readonly trigger: 'user' | 'system' | 'unknown';
  readonly devEnv: 'ide' | 'cli' | 'ai' | 'git_hook' | 'ci';
  /** How many runs of other actions led to this one. */
  readonly orchestrationDepth: number;
}

/** Tells whoever waits how far a handler is. The runner ends it when the handler ends. */
export interface Progress {
  /** Counts `steps` of the `total` as done. */
  advance(steps?: number, message?: string): void;
  /** Says something new, with a percentage when there is no `total` to count. */
  report(message: string, percentage?: number): void;
}

/** All that a handler knows about the run it is part of. */
export interface RunContext<
  Result extends z.ZodType = z.ZodType,
  Config extends z.ZodType = z.ZodType,
  Requests extends ServiceRequests = ServiceRequests,
> {
  /** The handler's configuration, checked against its schema, with defaults filled in. */
  readonly config: z.output<Config>;
  readonly services: InjectedServices<Requests>;
  /** The merged result of the handlers before this one; `undefined` for the first, and in concurrent actions. */
  readonly currentResult: z.output<Result> | undefined;
  /** Fires when nobody wants the result any more. Commands of the run are stopped for you. */
  readonly signal: AbortSignal;
  readonly meta: RunMeta;
  /** Hands over a part of the result at once. Awaiting it respects a slow receiver. */
  sendPartial(result: z.input<Result>): Promise<void>;
  progress(title: string, options?: { readonly total?: number; readonly cancellable?: boolean }): Progress;
}
