import { invalidParams } from './params.js';
import type { ConfiguredAction } from './probe-config.js';
import type { ReferenceProject } from './reference-project.js';
import type { Call, Notes } from './reference-runner.js';

export type Overrides = Readonly<Record<string, Readonly<Record<string, { readonly word?: string }>>>>;

export interface RunRequest {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly formats: readonly string[];
  readonly meta: Call['meta'];
  readonly overrides: Overrides;
  readonly signal: AbortSignal;
  read(file: string): string;
  tellUser(message: string): void;
  readonly part?: ((formats: Formats) => Promise<void>) | undefined;
  readonly progress?: ((message: string, percentage: number) => Promise<void>) | undefined;
}

type Formats = Readonly<Record<string, unknown>>;

export interface RunOutcome {
  readonly formats: Formats;
  readonly returnCode: number;
  readonly notes: Notes;
}

/** Runs the handlers of one action, one after another. */
export async function runAction(
  project: ReferenceProject,
  action: ConfiguredAction,
  request: RunRequest,
): Promise<RunOutcome> {
  const payload = readPayload(request.payload);
  let whole: Notes = { notes: [], bad: false };
  for (const handler of action.handlers) {
    const ofAction = request.overrides[action.name] ?? {};
    const word = ofAction[handler.name]?.word ?? ofAction['']?.word ?? handler.word ?? 'none';
    const add = (result: Notes) => {
      whole = { notes: [...whole.notes, ...result.notes], bad: whole.bad || result.bad };
    };
    const result = await project.runner(handler.env).run({
      action: action.name,
      handler,
      word,
      payload,
      meta: request.meta,
      signal: request.signal,
      read: request.read,
      tellUser: request.tellUser,
      progress: async (message, percentage) => await request.progress?.(message, percentage),
      part: async (part) =>
        request.part === undefined ? add(part) : await request.part(formatsOf(part, request)),
    });
    add(result);
  }
  return { formats: formatsOf(whole, request), returnCode: whole.bad ? 1 : 0, notes: whole };
}

/** The results of several projects as one. */
export function mergeOutcomes(outcomes: readonly RunOutcome[], request: RunRequest): RunOutcome {
  const notes = {
    notes: outcomes.flatMap((outcome) => outcome.notes.notes),
    bad: outcomes.some((outcome) => outcome.notes.bad),
  };
  return { formats: formatsOf(notes, request), returnCode: orOf(outcomes), notes };
}

export function orOf(outcomes: readonly { readonly returnCode: number }[]): number {
  return outcomes.reduce((code, { returnCode }) => code | returnCode, 0);
}

function formatsOf(result: Notes, { formats }: RunRequest): Formats {
  return {
    ...(formats.includes('json') && { json: result }),
    ...(formats.includes('string') && { string: result.notes.join(', ') }),
  };
}

function readPayload({ text = 'hello', file = '' }: RunRequest['payload']): Call['payload'] {
  if (typeof text !== 'string' || typeof file !== 'string')
    throw invalidParams('text and file have to be text');
  return { text, file };
}
