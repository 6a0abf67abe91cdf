import { CheckFailure } from '../check.js';
import { show } from '../session/transcript.js';
import type { Answer } from './adapter.js';

/** The answer has to be an error with one of these codes. */
export function expectError(answer: Answer, ...codes: readonly number[]): void {
  if (codes.some((code) => answer.error?.code === code)) return;
  throw new CheckFailure(`expected error ${codes.join(' or ')}, got ${show(answer)}`);
}

/** For messages whose id may or may not have been understood: either the id sent, or null. */
export function expectIdOrNull(answer: Answer, id: unknown): void {
  if (answer.id === null || answer.id === id) return;
  throw new CheckFailure(`expected id ${show(id)} or null, got ${show(answer)}`);
}

export function expectNullId(answer: Answer): void {
  if (answer.id !== null) throw new CheckFailure(`expected id null, got ${show(answer)}`);
}
