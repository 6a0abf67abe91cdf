import { isDeepStrictEqual } from 'node:util';
import { readFormats } from '@tandem/contracts';
import { CheckFailure } from '../check.js';
import type { Answer } from '../json-rpc/adapter.js';
import { isObject } from '../json-rpc/session.js';
import { show } from '../session/transcript.js';

export type Fields = Readonly<Record<string, unknown>>;

export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new CheckFailure(`expected ${what} to be ${show(expected)}, got ${show(actual)}`);
}

/** The result of an answer that has to be one. */
export function resultOf(answer: Answer): unknown {
  if (answer.error !== undefined) throw new CheckFailure(`expected a result, got ${show(answer)}`);
  return answer.result;
}

/** The result, which has to be an object. */
export function objectOf(answer: Answer): Fields {
  const result = resultOf(answer);
  if (!isObject(result)) throw new CheckFailure(`expected an object as result, got ${show(answer)}`);
  return result;
}

export function expectEmptyObject(answer: Answer): void {
  expectEqual('the result', resultOf(answer), {});
}

/** Any JSON-RPC error: which code a failure has is not part of the protocol. */
export function expectAnyError(answer: Answer): void {
  if (answer.error === undefined) throw new CheckFailure(`expected a JSON-RPC error, got ${show(answer)}`);
}

/** A command that failed says why in its result. */
export function expectCommandError(answer: Answer, saying = ''): void {
  const { error } = objectOf(answer);
  if (typeof error === 'string' && error !== '' && error.includes(saying)) return;
  const words = saying === '' ? 'a message' : `a message with "${saying}"`;
  throw new CheckFailure(`expected { "error": … } with ${words}, got ${show(answer)}`);
}

/** How a run of handlers went that did not fail, whatever the spelling of its formats. */
export interface FinishedRun {
  readonly status: unknown;
  readonly formats: Fields;
  readonly returnCode: unknown;
  /** Only `actions/runHandlers` has one. */
  readonly result: unknown;
}

export function finishedRun(answer: Answer): FinishedRun {
  const fields = objectOf(answer);
  if ('error' in fields) throw new CheckFailure(`expected a run that does not fail, got ${show(answer)}`);
  return {
    status: fields['status'],
    formats: formatsOf(fields),
    returnCode: fields['returnCode'] ?? fields['return_code'],
    result: fields['result'],
  };
}

/** The formats of an answer, which may stand there as JSON text or as an object, under either name. */
export function formatsOf({ result_by_format, resultByFormat }: Fields): Fields {
  const spellings = [result_by_format, resultByFormat]
    .filter((sent) => sent !== undefined)
    .map(readOneSpelling);
  const [first, second] = spellings;
  if (first === undefined) throw new CheckFailure('expected result_by_format in the answer, it is not there');
  if (second !== undefined)
    expectEqual('resultByFormat to say the same as result_by_format, and', second, first);
  return first;
}

function readOneSpelling(sent: unknown): Fields {
  if (typeof sent !== 'string' && !isObject(sent)) {
    throw new CheckFailure(`expected result_by_format to be JSON text or an object, got ${show(sent)}`);
  }
  try {
    return { ...readFormats({ resultByFormat: sent }) };
  } catch (cause) {
    throw new CheckFailure(`expected result_by_format to be the JSON text of an object, got ${show(sent)}`, {
      cause,
    });
  }
}

/** The notes of a result of the probe's actions. */
export function notesOf(result: unknown): unknown {
  if (!isObject(result)) throw new CheckFailure(`expected a result with notes, got ${show(result)}`);
  return result['notes'];
}

/** The run has this status and, as JSON, these notes. */
export function expectRun(
  answer: Answer,
  expected: { readonly status: string; readonly notes: readonly string[]; readonly returnCode?: number },
): void {
  const run = finishedRun(answer);
  expectEqual('status', run.status, expected.status);
  expectEqual('the notes', notesOf(run.formats['json']), expected.notes);
  expectEqual('returnCode', run.returnCode, expected.returnCode ?? 0);
}
