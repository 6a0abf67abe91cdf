import type { Counts, Outcome } from '../outcome.js';

export interface RunHeading {
  readonly protocol: string;
  readonly target: string;
}

/** Shows a run while it happens. Exactly one of `finished`, `interrupted` and `unreachable` ends it. */
export interface Reporter {
  started(heading: RunHeading): void;
  outcome(outcome: Outcome): void;
  finished(counts: Counts): void;
  interrupted(counts: Counts): void;
  unreachable(message: string): void;
}
