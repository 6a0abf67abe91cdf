import { mergeResults } from '@tandem/extension-api';
import type { FormattedResult } from './run.js';

/** The result of one part of a run, or why it has none. */
export interface LabelledResult {
  readonly label: string;
  readonly result: FormattedResult | { readonly error: string };
}

/** One result for several projects: data is laid together, text is put under the name of its project. */
export function mergeProjectResults(parts: readonly LabelledResult[]): FormattedResult {
  const results = parts.map(({ result }) => result);
  const [only] = results;
  if (parts.length === 1 && only !== undefined && !('error' in only)) return only;
  const data: readonly unknown[] = results.flatMap((result) =>
    'error' in result || result.json === undefined ? [] : [result.json],
  );
  return {
    ...(data.length > 0 && { json: data.reduce((earlier, later) => mergeResults(earlier, later)) }),
    ...textOf(parts),
  };
}

/** The whole of which these were the parts. */
export function joinParts(parts: readonly FormattedResult[]): FormattedResult {
  const data: readonly unknown[] = parts.flatMap(({ json }) => (json === undefined ? [] : [json]));
  const texts = parts.flatMap(({ string }) => (string === undefined ? [] : [string]));
  return {
    ...(data.length > 0 && { json: data.reduce((earlier, later) => mergeResults(earlier, later)) }),
    ...(texts.length > 0 && { string: texts.filter((text) => text !== '').join('\n') }),
  };
}

/** One result for several columns of an interpreter matrix: they answer the same question, so they stay apart. */
export function mergeVariantResults(parts: readonly LabelledResult[]): FormattedResult {
  const data = parts.flatMap(({ label, result }) => {
    if ('error' in result) return [[label, { error: result.error }] as const];
    return result.json === undefined ? [] : [[label, result.json] as const];
  });
  return { ...(data.length > 0 && { json: Object.fromEntries(data) }), ...textOf(parts) };
}

function textOf(parts: readonly LabelledResult[]): { readonly string?: string } {
  if (parts.every(({ result }) => !('error' in result) && result.string === undefined)) return {};
  const sections = parts.flatMap(({ label, result }) => {
    const text = 'error' in result ? result.error : result.string;
    return text === undefined || text === '' ? [] : [`=== ${label} ===\n${text}`];
  });
  return { string: sections.join('\n') };
}
