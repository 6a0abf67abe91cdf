export type Trigger = 'user' | 'system' | 'unknown';
export type DevEnv = 'ide' | 'cli' | 'ai' | 'git_hook' | 'ci';
export type ResultFormat = 'json' | 'string';

/** Who asked for a run, and how many runs led to it. */
export interface RunMeta {
  readonly trigger: Trigger;
  readonly devEnv: DevEnv;
  readonly orchestrationDepth: number;
}

/** A result in the formats that were asked for; text may come with styles besides. */
export interface FormattedResult {
  readonly json?: unknown;
  readonly string?: string;
  readonly styledText?: unknown;
}

export type ProgressEvent =
  | {
      readonly kind: 'begin';
      readonly title?: string;
      readonly message?: string;
      readonly percentage?: number;
      readonly total?: number;
      readonly cancellable?: boolean;
    }
  | { readonly kind: 'report'; readonly message?: string; readonly percentage?: number }
  | { readonly kind: 'end'; readonly message?: string };

/** What a run says before it ends. Awaiting a call respects a slow reader. */
export interface RunEvents {
  partial?(result: FormattedResult): void | Promise<void>;
  progress?(event: ProgressEvent): void | Promise<void>;
}

export interface ActionCall {
  readonly runId: string;
  readonly actionName: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly meta: RunMeta;
  readonly resultFormats: readonly ResultFormat[];
}

/** A part of an action's handlers, for runs that span environments. */
export interface HandlersCall extends ActionCall {
  readonly handlerNames: readonly string[];
  /** The result of the handlers before these, as `HandlersOutcome.result` gave it. */
  readonly previousResult: unknown;
  readonly previousContext?: unknown;
}

/**
 * How a run ended in a runner. `failed` is an outcome, not an exception: the handler or its payload was at fault.
 * Exceptions are left for a runner that is gone and for cancellation.
 */
export type RunOutcome =
  | { readonly kind: 'finished' | 'stopped'; readonly result: FormattedResult; readonly returnCode: number }
  /** Everything was delivered through `RunEvents.partial`. */
  | { readonly kind: 'streamed'; readonly returnCode: number }
  | { readonly kind: 'failed'; readonly message: string };

export type HandlersOutcome =
  | {
      readonly kind: 'finished' | 'stopped' | 'streamed';
      /** The result as data, to be passed on as `previousResult`. */
      readonly result: unknown;
      readonly context?: unknown;
      readonly formatted: FormattedResult;
      readonly returnCode: number;
    }
  | { readonly kind: 'failed'; readonly message: string };
