import type { TranscriptEntry } from './session/transcript.js';
import type { CheckInfo } from './suite.js';

export type Outcome = { readonly check: CheckInfo } & (
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly reason: string; readonly transcript: readonly TranscriptEntry[] }
  | { readonly kind: 'not-applicable'; readonly reason: string }
);

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
}

export function countOutcomes(outcomes: readonly Outcome[]): Counts {
  const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return { passed: count('passed'), failed: count('failed'), notApplicable: count('not-applicable') };
}
