import { decode } from '../core/codec.js';
import type { JsonObject } from '../core/json.js';
import { Progress, ResultByFormat } from '../vocabulary/runs.js';
import type { ActionMeta, ActionMetaAnswer } from './runner.js';
import type { RunAnswer } from './runs.js';

/** Readers for the places where peers send one thing in several shapes: any of them in, one out. */

export interface ActionMetaTable {
  /** By source as configured. */
  readonly actions: Readonly<Record<string, ActionMeta>>;
  /** By handler source: `<path>:<line>`. Empty when the runner does not tell. */
  readonly handlerLocations: Readonly<Record<string, string>>;
}

export function readActionMeta(answer: ActionMetaAnswer): ActionMetaTable {
  if (!isNestedActionMeta(answer)) return { actions: answer, handlerLocations: {} };
  const locations: Record<string, string> = {};
  for (const [source, location] of Object.entries(answer.handlerLocations ?? {})) {
    if (location !== null) locations[source] = location;
  }
  for (const [source, handler] of Object.entries(answer.handlers ?? {})) {
    if (handler.fileLoc !== undefined) locations[source] = handler.fileLoc;
  }
  return { actions: answer.actions, handlerLocations: locations };
}

type NestedAnswer = Exclude<ActionMetaAnswer, Record<string, ActionMeta>>;

export function isNestedActionMeta(answer: ActionMetaAnswer): answer is NestedAnswer {
  // A flat table may hold an action called "actions"; its entry then is no table itself.
  return (
    'actions' in answer &&
    !('canonical_source' in answer.actions && typeof answer.actions.canonical_source === 'string')
  );
}

/** The result in each format, whether it came as JSON text or as an object, under either name. */
export function readFormats(answer: Pick<RunAnswer, 'resultByFormat' | 'result_by_format'>): ResultByFormat {
  const sent = answer.resultByFormat ?? answer.result_by_format ?? {};
  return typeof sent === 'string' ? parseFormats(sent) : sent;
}

/** The configuration of a project, whether it came as JSON text or as an object. */
export function readRawConfig(answer: { readonly config: string | JsonObject }): JsonObject {
  return typeof answer.config === 'string' ? parseObject(answer.config, 'config') : answer.config;
}

export type ProgressValue =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'partial'; readonly formats: ResultByFormat };

/** What a `$/progress` carries: a progress report, a partial result by format, or a bare partial result. */
export function readProgressValue(value: unknown): ProgressValue {
  const content = typeof value === 'string' ? parseObject(value, 'value') : value;
  const progress = decode(Progress, content);
  if (progress.kind === 'valid') return { kind: 'progress', progress: progress.value };
  const formats = decode(ResultByFormat, content);
  if (formats.kind === 'valid' && isEnvelope(formats.value))
    return { kind: 'partial', formats: formats.value };
  return { kind: 'partial', formats: { json: content } };
}

/** The result of one project, whether it stands there bare or under the name of the action. */
export function readProjectResult(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.values(value);
  const [first] = entries;
  return isObject(first) && entries.every(isNamedResult) ? first['result'] : value;
}

const formatNames: ReadonlySet<string> = new Set(['json', 'string', 'styled_text_json']);

function isEnvelope(formats: ResultByFormat): boolean {
  const names = Object.keys(formats);
  return names.length > 0 && names.every((name) => formatNames.has(name));
}

function isNamedResult(entry: unknown): boolean {
  return isObject(entry) && 'result' in entry && 'status' in entry;
}

function parseFormats(text: string): ResultByFormat {
  const decoded = decode(ResultByFormat, parseObject(text, 'result_by_format'));
  if (decoded.kind === 'valid') return decoded.value;
  throw new SyntaxError(
    `result_by_format: ${decoded.problems.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
  );
}

function parseObject(text: string, field: string): JsonObject {
  const content: unknown = JSON.parse(text);
  if (isObject(content)) return content;
  throw new SyntaxError(`${field}: expected the JSON text of an object`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
