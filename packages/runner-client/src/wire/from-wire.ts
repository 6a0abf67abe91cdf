import {
  type ActionMetaAnswer,
  type CommandError,
  type Progress,
  type ResultByFormat,
  type RunAnswer,
  type RunHandlersAnswer,
  readActionMeta,
  readFormats,
  readProgressValue,
  runnerDevEnv,
  type PayloadSchema as WirePayloadSchema,
  type RunMeta as WireRunMeta,
  type WorkspaceEdit as WireWorkspaceEdit,
} from '@tandem/contracts';
import { plainText } from '@tandem/extension-api';
import type {
  ActionMeta,
  FormattedResult,
  HandlersOutcome,
  PayloadSchema,
  ProgressEvent,
  RunMeta,
  RunOutcome,
  WorkspaceChange,
  WorkspaceEdit,
} from '@tandem/workspace';
import { isJsonObject } from '../json.js';

/** The runner's answer cannot be right. The message says what is wrong with it, not whose it is. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}

/** What was asked for; it decides which answers make sense. */
export interface Asked {
  readonly actionName: string;
  readonly wantsFormats: boolean;
  readonly wantsPartials: boolean;
}

export function runOutcome(answer: RunAnswer | CommandError, asked: Asked): RunOutcome {
  if ('error' in answer) return { kind: 'failed', message: answer.error };
  const { status, returnCode } = answer;
  const result = formattedResult(formatsOf(answer, asked));
  if (status === 'streamed') {
    refuseUnaskedStream(asked);
    return { kind: 'streamed', returnCode };
  }
  if (asked.wantsFormats && isEmpty(result)) throw emptyAnswer(asked, status);
  return { kind: status === 'success' ? 'finished' : 'stopped', result, returnCode };
}

export function handlersOutcome(answer: RunHandlersAnswer | CommandError, asked: Asked): HandlersOutcome {
  if ('error' in answer) return { kind: 'failed', message: answer.error };
  const { status, returnCode, result = null, context } = answer;
  const formatted = formattedResult(formatsOf(answer, asked));
  if (status === 'streamed') refuseUnaskedStream(asked);
  // Handlers that had nothing to say leave both empty.
  const saysSomething = isJsonObject(result) && !isEmpty(result);
  if (status !== 'streamed' && asked.wantsFormats && saysSomething && isEmpty(formatted))
    throw emptyAnswer(asked, status);
  const kind = status === 'success' ? 'finished' : status;
  const carried = context === undefined || context === null ? {} : { context };
  return { kind, result, ...carried, formatted, returnCode };
}

export function actionMetaBySource(answer: ActionMetaAnswer): ReadonlyMap<string, ActionMeta> {
  const { actions } = readActionMeta(answer);
  const entries = Object.entries(actions).map(([source, meta]): [string, ActionMeta] => {
    const { scope, parentActionSource, language, fileLoc } = meta;
    return [
      source,
      {
        canonicalSource: meta.canonical_source,
        runsConcurrently: meta.runs_concurrently,
        ...(scope !== undefined && { scope }),
        ...(parentActionSource !== undefined && { parentActionSource }),
        ...(language !== undefined && { language }),
        ...(fileLoc !== undefined && { location: fileLoc }),
      },
    ];
  });
  return new Map(entries);
}

export function payloadSchemas(
  schemas: Readonly<Record<string, WirePayloadSchema | null>>,
): Readonly<Record<string, PayloadSchema | null>> {
  const entries = Object.entries(schemas).map(([name, schema]) => {
    if (schema === null) return [name, null];
    // What else is there belongs to the schema too: properties may refer to it.
    const { description, ...others } = schema;
    return [name, { ...others, ...(description !== undefined && { description }) }];
  });
  return Object.fromEntries(entries);
}

export function formattedResult(formats: ResultByFormat): FormattedResult {
  const { json, string, styled_text_json: styledText } = formats;
  // Some runners send the styled text in place of the plain one, but everybody can read the plain one.
  const text = string ?? (styledText && plainText(styledText));
  return {
    ...(json !== undefined && { json }),
    ...(text !== undefined && { string: text }),
    ...(styledText !== undefined && { styledText }),
  };
}

export type StreamedValue =
  | { readonly kind: 'partial'; readonly result: FormattedResult }
  | { readonly kind: 'progress'; readonly event: ProgressEvent }
  | { readonly kind: 'invalid'; readonly problem: string };

/** What came as `$/progress`, in any of the shapes that runners use; it never throws, whatever came. */
export function streamedValue(value: unknown, expected: 'partial' | 'progress'): StreamedValue {
  const content = typeof value === 'string' ? parsedJson(value) : value;
  if (!isJsonObject(content)) return { kind: 'invalid', problem: 'its value is no JSON object' };
  const read = readProgressValue(content);
  if (read.kind === 'partial') {
    if (expected === 'progress') return { kind: 'invalid', problem: 'its value is no progress report' };
    return { kind: 'partial', result: formattedResult(read.formats) };
  }
  // A result may well have a field called "type"; a report has no field that reports do not have.
  if (expected === 'partial' && !Object.keys(content).every((key) => progressKeys.has(key)))
    return { kind: 'partial', result: { json: content } };
  return { kind: 'progress', event: progressEvent(read.progress) };
}

export function runMeta({ trigger, devEnv, orchestrationDepth }: WireRunMeta): RunMeta {
  return { trigger, devEnv: runnerDevEnv(devEnv), orchestrationDepth };
}

export function workspaceEdit(edit: WireWorkspaceEdit, label: string | undefined): WorkspaceEdit {
  const changes = edit.documentChanges
    ? edit.documentChanges.map(documentChange)
    : Object.entries(edit.changes ?? {}).map(
        ([uri, edits]): WorkspaceChange => ({ kind: 'edit', uri, edits }),
      );
  return { ...(label !== undefined && { label }), changes };
}

type DocumentChange = NonNullable<WireWorkspaceEdit['documentChanges']>[number];
type DocumentEdits = Extract<DocumentChange, { readonly textDocument: object }>;

function documentChange(change: DocumentChange): WorkspaceChange {
  if (isDocumentEdits(change)) {
    const { uri, version } = change.textDocument;
    return { kind: 'edit', uri, ...(typeof version === 'number' && { version }), edits: change.edits };
  }
  const { kind, uri, oldUri, newUri } = change;
  if (kind === 'rename' && typeof oldUri === 'string' && typeof newUri === 'string')
    return { kind, uri: oldUri, newUri };
  if ((kind === 'create' || kind === 'delete') && typeof uri === 'string') return { kind, uri };
  throw new BrokenAnswer(`a workspace edit holds an unknown change: ${JSON.stringify(change).slice(0, 200)}`);
}

function isDocumentEdits(change: DocumentChange): change is DocumentEdits {
  return 'textDocument' in change && 'edits' in change;
}

const progressKeys: ReadonlySet<string> = new Set([
  ...['type', 'title', 'message', 'percentage', 'cancellable', 'total'],
]);

function progressEvent({ type, ...progress }: Progress): ProgressEvent {
  const { title, message, percentage, total, cancellable } = progress;
  const said = { ...(message !== undefined && { message }), ...(percentage !== undefined && { percentage }) };
  switch (type) {
    case 'begin':
      return {
        kind: 'begin',
        ...said,
        ...(title !== undefined && { title }),
        ...(total !== undefined && { total }),
        ...(cancellable !== undefined && { cancellable }),
      };
    case 'report':
      return { kind: 'report', ...said };
    case 'end':
      return { kind: 'end', ...(message !== undefined && { message }) };
  }
}

function formatsOf(answer: RunAnswer | RunHandlersAnswer, { actionName }: Asked): ResultByFormat {
  try {
    return readFormats(answer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BrokenAnswer(`the result of "${actionName}" cannot be read: ${error.message}`, {
      cause: error,
    });
  }
}

function emptyAnswer({ actionName }: Asked, status: string): BrokenAnswer {
  return new BrokenAnswer(
    `"${actionName}" was answered "${status}" with an empty result that was not streamed`,
  );
}

function refuseUnaskedStream({ actionName, wantsPartials }: Asked): void {
  if (wantsPartials) return;
  throw new BrokenAnswer(`"${actionName}" was answered "streamed" though nobody asked for partial results`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
