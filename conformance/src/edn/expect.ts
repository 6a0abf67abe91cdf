import { CheckFailure } from '../check.js';
import { show } from '../session/transcript.js';
import type { EdnAnswer } from './session.js';

/** The answer has to be an error frame with this code and something for people to read. */
export function expectErrorCode(answer: EdnAnswer, code: string): void {
  if (answer.kind === 'error' && answer['error-code'] === code && answer['error-message'] !== '') return;
  throw new CheckFailure(`expected an error with code "${code}" and a message, got ${show(answer)}`);
}

/** The error has to name the request that it is about. */
export function expectEcho(answer: EdnAnswer, request: { readonly id: string; readonly op: string }): void {
  if (answer.id === request.id && answer.op === request.op) return;
  throw new CheckFailure(
    `expected the error to echo id ${show(request.id)} and op ${show(request.op)}, got ${show(answer)}`,
  );
}

/** The error is about a line in which no id could be read. */
export function expectNoId(answer: EdnAnswer): void {
  if (answer.id !== undefined) throw new CheckFailure(`expected an error without :id, got ${show(answer)}`);
}
