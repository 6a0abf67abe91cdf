import { frame } from '../../json-rpc/frame.js';
import { changesAnswersTo, changesParams, changesResult, type Fields } from '../er/runner-flaw-tools.js';
import type { Flaw } from '../flaw.js';
import { changesAnswers, hearsBodies, type Message } from '../json-rpc/flaw-tools.js';

/** Mishears first, then does the rest of what is wrong. */
export const chain = (first: Flaw, then: Flaw): Flaw => ({
  ...then,
  hear(chunk, wire) {
    const next = (bytes: Buffer) => (then.hear === undefined ? wire.hear(bytes) : then.hear(bytes, wire));
    first.hear?.(chunk, { ...wire, hear: next });
  },
});

/** Takes note of the params of one method. */
export const remembers = (method: string, note: (params: Fields) => void): Flaw =>
  hearsBodies((body) => {
    const message = JSON.parse(body);
    if (message.method === method) note(message.params);
    return false;
  });

/** Acts as if messages with this method had never come. */
export const ignores = (method: string): Flaw => hearsBodies((body) => JSON.parse(body).method === method);

/** Says nothing with this method, or only some of it. */
export const keepsToItself = (method: string, isKept: (params: Fields) => boolean = () => true): Flaw =>
  changesAnswers((message) =>
    message.method === method && isKept(message['params'] as Fields) ? undefined : message,
  );

/** Answers with something else than an empty object. */
export const answersNull = (method: string): Flaw =>
  changesAnswersTo(method, (answer) => ({ ...answer, result: null }));

/** Changes the list in one field of a result. */
export const changesList = (
  method: string,
  field: string,
  change: (list: readonly Fields[]) => readonly Fields[],
): Flaw =>
  changesResult(method, (result) => ({ ...result, [field]: change((result[field] ?? []) as Fields[]) }));

/** Changes the options of runs. */
export const changesRunOptions = (method: string, change: (options: Fields) => Fields): Flaw =>
  changesParams(method, (params) => ({ ...params, options: change((params['options'] ?? {}) as Fields) }));

/** Changes what handlers have to say. */
export const changesNotes = (change: (notes: readonly string[]) => readonly string[]): Flaw =>
  changesResult('actions/run', (result) => ({
    ...result,
    resultByFormat: withNotes(result['resultByFormat'], change),
  }));

export function withNotes(
  resultByFormat: unknown,
  change: (notes: readonly string[]) => readonly string[],
): unknown {
  const formats = Object(resultByFormat);
  return { ...formats, json: { ...formats.json, notes: change(formats.json.notes) } };
}

/** Changes every node of the tree, the inner ones first. */
export const changesNodes = (change: (node: Fields) => Fields): Flaw => {
  const changed = (node: Fields): Fields =>
    change({ ...node, subnodes: (node['subnodes'] as readonly Fields[]).map(changed) });
  return changesList('actions/getTree', 'nodes', (nodes) => nodes.map(changed));
};

export const changesNodesOf = (nodeType: number, change: (node: Fields) => Fields): Flaw =>
  changesNodes((node) => (node['nodeType'] === nodeType ? change(node) : node));

/** Says more than it should, whenever it says something. */
export const saysBesides = (more: (message: Message) => readonly unknown[]): Flaw => ({
  say(text, wire) {
    for (const extra of more(JSON.parse(text))) wire.say(frame(JSON.stringify(extra)));
    wire.say(frame(text));
  },
});

/** One flaw that all connections have together. */
export function sharedFlaw<T>(createState: () => T, create: (state: T) => Flaw): () => Flaw {
  const state = createState();
  return () => create(state);
}
