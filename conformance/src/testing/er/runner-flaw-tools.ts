import { frame } from '../../json-rpc/frame.js';
import type { Flaw } from '../flaw.js';
import { changesAnswers, errorAnswer, hearsBodies, type Message, says } from '../json-rpc/flaw-tools.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Misunderstands the params of one method. */
export const changesParams = (method: string, change: (params: Fields) => unknown): Flaw =>
  hearsBodies((body, wire) => {
    const message = JSON.parse(body);
    if (message.method !== method) return false;
    wire.hear(frame(JSON.stringify({ ...message, params: change(message.params) })));
    return true;
  });

/** Misunderstands the `config` of `finecodeRunner/updateConfig`. */
export const changesConfig = (change: (config: Fields) => Fields): Flaw =>
  changesParams('finecodeRunner/updateConfig', (params) => ({
    ...params,
    config: change(params['config'] as Fields),
  }));

/** Misunderstands each handler of a configuration. */
export const changesHandlers = (change: (handlers: readonly Fields[]) => readonly Fields[]): Flaw =>
  changesConfig((config) => ({
    ...config,
    actions: (config['actions'] as readonly Fields[]).map((action) => ({
      ...action,
      handlers: change(action['handlers'] as readonly Fields[]),
    })),
  }));

/** Misunderstands the options of `actions/run`. */
export const changesOptions = (change: (options: Fields) => Fields): Flaw =>
  changesParams('actions/run', (params) => ({ ...params, options: change(params['options'] as Fields) }));

export const changesMeta = (change: (meta: Fields) => Fields): Flaw =>
  changesOptions((options) => ({ ...options, meta: change(options['meta'] as Fields) }));

/** Answers requests of one method in its own way. */
export const changesAnswersTo = (method: string, change: (answer: Message) => Message): Flaw => {
  const ids = new Set<unknown>();
  const hears = hearsBodies((body) => {
    const message: Message = JSON.parse(body);
    if (message.method === method) ids.add(message.id);
    return false;
  });
  return { ...hears, ...changesAnswers((message) => (isAnswerTo(ids, message) ? change(message) : message)) };
};

/** The kit's ids are text, those of the reference peer are numbers. */
const isAnswerTo = (ids: ReadonlySet<unknown>, message: Message) =>
  message.method === undefined && ids.has(message.id);

export const changesResult = (method: string, change: (result: Fields) => unknown): Flaw =>
  changesAnswersTo(method, (answer) => ({ ...answer, result: change(answer['result'] as Fields) }));

/** Takes a failure of a command for one of the protocol. */
export const failsAsRequest = (method: string): Flaw =>
  changesAnswersTo(method, (answer) =>
    'error' in Object(answer['result']) ? errorAnswer(answer.id, -32603) : answer,
  );

/** Has a result where an error should be. */
export const neverRefuses = (method: string, result: Fields): Flaw =>
  changesAnswersTo(method, (answer) =>
    'error' in answer ? { jsonrpc: '2.0', id: answer.id, result } : answer,
  );

/** Writes the params of what it sends by itself in its own way. */
export const changesSent = (method: string, change: (params: Fields) => unknown): Flaw =>
  changesAnswers((message) =>
    message.method === method ? { ...message, params: change(message['params'] as Fields) } : message,
  );

/** Reads bodies that match as if they were others. */
export const misreads = (pattern: string, replacement: string): Flaw =>
  hearsBodies((body, wire) => {
    if (!body.includes(pattern)) return false;
    wire.hear(frame(body.replace(pattern, replacement)));
    return true;
  });

/** Answers bodies that match with this result and does nothing about them. */
export const pretends = (method: string, count: (nth: number) => boolean, result: unknown): Flaw => {
  let seen = 0;
  return hearsBodies((body, wire) => {
    const message: Message = JSON.parse(body);
    if (message.method !== method) return false;
    seen += 1;
    if (!count(seen)) return false;
    says({ jsonrpc: '2.0', id: message.id, result }, wire);
    return true;
  });
};

/** Refuses bodies that match. */
export const refuses = (pattern: string): Flaw =>
  hearsBodies((body, wire) => {
    if (!body.includes(pattern)) return false;
    says(errorAnswer(JSON.parse(body).id, -32602), wire);
    return true;
  });
