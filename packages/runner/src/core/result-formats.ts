import { type Action, plainText, type ReturnCode } from '@tandem/extension-api';
import type { JsonObject } from './runner-config.js';

export type ResultFormat = 'json' | 'string';

/** A result in the forms that were asked for: `json`, `string`, and `styled_text_json` where the text has looks. */
export type ResultByFormat = JsonObject;

export interface FormattedResult {
  readonly result: unknown;
  readonly resultByFormat: ResultByFormat;
  readonly returnCode: ReturnCode;
}

/** Shows a result the way its action says; `undefined` when no handler gave one. */
export function formatResult(
  action: Action,
  result: unknown,
  formats: readonly ResultFormat[],
): FormattedResult {
  const shown = result === undefined ? emptyResult(action) : result;
  const resultByFormat: Record<string, unknown> = {};
  if (formats.includes('json')) resultByFormat['json'] = shown;
  if (formats.includes('string')) {
    const text = shown === nothing ? '' : action.result.toText(shown);
    resultByFormat['string'] = plainText(text);
    if (typeof text !== 'string') resultByFormat['styled_text_json'] = text;
  }
  return {
    result: shown,
    resultByFormat,
    returnCode: shown === nothing ? 0 : action.result.returnCode(shown),
  };
}

/** Stands for "no result" where the schema knows no empty one. */
const nothing: JsonObject = Object.freeze({});

function emptyResult(action: Action): unknown {
  const empty = action.result.schema.safeParse({});
  return empty.success ? empty.data : nothing;
}
