import type { FormattedResult } from './result-formats.js';

/** How a run ended. Failing and being cancelled are ordinary ends, so they are values. */
export type RunOutcome =
  | ({ readonly kind: 'success' } & FormattedResult)
  /** Everything was delivered in parts; the whole result is for the next segment of the run. */
  | ({ readonly kind: 'streamed' } & Pick<FormattedResult, 'result' | 'returnCode'>)
  /** A handler ended the run early, with this result. */
  | ({ readonly kind: 'stopped' } & FormattedResult)
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'cancelled' };

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string };
