import type { DevEnv, Trigger } from '../runs/run.js';

/** The run that an event is about. */
export interface LoggedRun {
  readonly runId: string;
  /** The run that asked for this one. */
  readonly parentRunId: string | undefined;
  readonly projectDir: string;
  readonly actionName: string;
  readonly trigger: Trigger;
  readonly devEnv: DevEnv;
}

export type RunEvent =
  | { readonly kind: 'accepted'; readonly params: unknown }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'dispatched'; readonly envName: string }
  | {
      readonly kind: 'completed';
      readonly status: 'finished' | 'stopped' | 'streamed';
      readonly returnCode: number;
    }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'cancelled'; readonly reason: string };

/** Where the begin and the end of every run are written. Writing never fails a run. */
export interface RunLog extends AsyncDisposable {
  write(run: LoggedRun, event: RunEvent): void;
}

/** For whoever keeps no log. */
export const noRunLog: RunLog = {
  write: () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};
