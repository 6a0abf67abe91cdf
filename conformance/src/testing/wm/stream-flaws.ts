import { frame } from '../../json-rpc/frame.js';
import {
  changesParams,
  changesResult,
  changesSent,
  type Fields,
  neverRefuses,
  pretends,
} from '../er/runner-flaw-tools.js';
import { type Flaw, type FlawedPeer, silence, type WireControl } from '../flaw.js';
import { hearsBodies, isNotification, says } from '../json-rpc/flaw-tools.js';
import {
  answersNull,
  chain,
  changesNotes,
  changesRunOptions,
  ignores,
  keepsToItself,
  remembers,
  saysBesides,
  sharedFlaw,
} from './flaw-tools.js';

const run = 'actions/run';
const partial = 'actions/partialResult';
const progress = 'actions/progress';
const reload = 'actions/reload';
const opened = 'documents/opened';
const changed = 'documents/changed';
const otherAnswer = /expected the answer to be/;
const otherText = /expected what the handler reads to be/;
const notWhole = /expected begin, reports and end/;

const changesValues = (method: string, change: (value: Fields) => Fields) =>
  changesSent(method, (params) => ({ ...params, value: change(params['value'] as Fields) }));

const isProgress = (params: Fields, type: string) => Object(params['value']).type === type;

const anyProgress = {
  jsonrpc: '2.0',
  method: progress,
  params: { token: 'steps', value: { type: 'begin' } },
};

/** Counts characters where the document counts UTF-16 units; good for texts with one character beyond 16 bits. */
const inCharacters = (place: { readonly line: number; readonly character: number }) =>
  place.line === 0 && place.character >= 3 ? { ...place, character: place.character - 1 } : place;

/** Flaws in what comes during a run, and in the documents that handlers read. */
export const streamFlaws: Readonly<Record<string, FlawedPeer>> = {
  'parts/answer': {
    flaw: 'repeats data in the answer',
    finding: otherAnswer,
    create: () => changesResult(run, (result) => ({ resultByFormat: {}, ...result })),
  },
  'parts/all': {
    flaw: 'loses parts that come soon after another',
    finding: /expected the notes of all parts to be/,
    create: () => keepsToItself(partial, (params) => JSON.stringify(params).includes('part 2')),
  },
  'parts/not-streaming': {
    flaw: 'passes on nothing but parts',
    finding: /expected a part once/,
    create: () => keepsToItself(partial),
  },
  'parts/value': {
    flaw: 'has a return code in parts',
    finding: /expected no returnCode/,
    create: () => changesValues(partial, (value) => ({ ...value, returnCode: 0 })),
  },
  'parts/token': {
    flaw: 'makes text of tokens',
    finding: /expected the token to be 7/,
    create: () => changesSent(partial, (params) => ({ ...params, token: String(params['token']) })),
  },
  'parts/token-in-options': {
    flaw: 'overlooks tokens among the options',
    finding: otherAnswer,
    create: () => changesRunOptions(run, ({ partialResultToken: _, ...options }) => options),
  },
  'parts/only-requester': {
    flaw: 'sends parts to everybody',
    finding: /expected what another client got to be \[\]/,
    create: sharedFlaw<Set<WireControl>>(
      () => new Set(),
      (wires): Flaw => ({
        hear(chunk, wire) {
          wires.add(wire);
          wire.hear(chunk);
        },
        say(text, wire) {
          const listeners = text.includes(partial) ? wires : [wire];
          for (const listener of listeners) listener.say(frame(text));
        },
      }),
    ),
  },
  'parts/batch-answer': {
    flaw: 'repeats data in the answer',
    finding: otherAnswer,
    create: () => changesResult('actions/runBatch', (result) => ({ results: {}, ...result })),
  },
  'parts/batch-value': {
    flaw: 'has the result of a batch without its action',
    finding: /expected the keys of the results to be/,
    create: () => changesValues(partial, (value) => ({ ...value, results: {} })),
  },
  'parts/batch-per-project': {
    flaw: 'sends one part for each action',
    finding: /expected the projects of the parts to be/,
    create: () => saysBesides((message) => (message.method === partial ? [message] : [])),
  },
  'parts/batch-order': {
    flaw: 'keeps all parts until the batch is done',
    finding: silence,
    create: () => {
      const kept: string[] = [];
      return {
        say(text, wire) {
          if (text.includes(partial)) kept.push(text);
          else for (const one of [...kept.splice(0), text]) wire.say(frame(one));
        },
      };
    },
  },
  'parts/batch-return-code': {
    flaw: 'has the return code 0 in every part',
    finding: /expected the return codes to be/,
    create: () => changesValues(partial, (value) => ({ ...value, returnCode: 0 })),
  },
  'progress/whole': {
    flaw: 'forgets the end',
    finding: notWhole,
    create: () => keepsToItself(progress, (params) => isProgress(params, 'end')),
  },
  'progress/types': {
    flaw: 'has a type of its own',
    finding: /expected the unknown types to be \[\]/,
    create: () =>
      changesValues(progress, (value) => (value['type'] === 'report' ? { ...value, type: 'step' } : value)),
  },
  'progress/content': {
    flaw: 'passes on no percentage',
    finding: /expected a report of "two"/,
    create: () => changesValues(progress, ({ percentage: _, ...value }) => value),
  },
  'progress/token': {
    flaw: 'makes text of tokens',
    finding: /expected the token to be 7/,
    create: () => changesSent(progress, (params) => ({ ...params, token: String(params['token']) })),
  },
  'progress/both-tokens': {
    flaw: 'sends progress besides parts',
    finding: /expected the progress to be \[\]/,
    create: () => saysBesides((message) => (message.method === partial ? [anyProgress] : [])),
  },
  'progress/no-token': {
    flaw: 'sends progress to whoever runs something',
    finding: /expected the progress to be \[\]/,
    create: () => saysBesides((message) => ('returnCode' in Object(message['result']) ? [anyProgress] : [])),
  },
  'progress/batch': {
    flaw: 'begins anew with each action',
    finding: notWhole,
    create: () =>
      changesValues(progress, (value) => (value['type'] === 'report' ? { ...value, type: 'begin' } : value)),
  },
  'reloading/code': {
    flaw: 'loads nothing again',
    finding: /expected the notes after the reload to be/,
    create: () => pretends(reload, () => true, {}),
  },
  'reloading/result': {
    flaw: 'answers with null',
    finding: /expected the result to be \{\}/,
    create: () => answersNull(reload),
  },
  'reloading/runners-stay': {
    flaw: 'starts runners anew',
    finding: /expected the process of the runner to be/,
    create: () => {
      let reloads = 0;
      return chain(
        remembers(reload, () => (reloads += 1)),
        changesNotes((notes) => notes.map((note) => `${note} ${reloads}`)),
      );
    },
  },
  'reloading/wrong-node': {
    flaw: 'takes any id',
    finding: /expected a JSON-RPC error/,
    create: () => neverRefuses(reload, {}),
  },
  'documents/no-answer': {
    flaw: 'answers document messages',
    finding: /the next answer should have id/,
    create: () =>
      hearsBodies((body, wire) => {
        if (isNotification(JSON.parse(body))) says({ jsonrpc: '2.0', id: null, result: {} }, wire);
        return false;
      }),
  },
  'documents/opened': {
    flaw: 'reads files only',
    finding: otherText,
    create: () => ignores(opened),
  },
  'documents/opened-without-text': {
    flaw: 'takes a document without a text for an empty one',
    finding: otherText,
    create: () => changesParams(opened, (params) => ({ text: '', ...params })),
  },
  'documents/opened-before-runner': {
    flaw: 'tells runners only what comes after they started',
    finding: otherText,
    create: () => {
      let hasRun = false;
      return hearsBodies((body) => {
        const { method } = JSON.parse(body);
        hasRun ||= method === run;
        return method === opened && !hasRun;
      });
    },
  },
  'documents/escaped-uri': {
    flaw: 'takes a uri for a path with a prefix',
    finding: otherText,
    create: () => changesParams(opened, (params) => ({ ...params, uri: decodeURI(String(params['uri'])) })),
  },
  'documents/changed': {
    flaw: 'overlooks changes',
    finding: otherText,
    create: () => ignores(changed),
  },
  'documents/ranges': {
    flaw: 'counts characters',
    finding: otherText,
    create: () =>
      changesParams(changed, (params) => ({
        ...params,
        contentChanges: [params['contentChanges']].flat().map((change) => {
          const { range, text } = Object(change);
          return { text, range: { start: inCharacters(range.start), end: inCharacters(range.end) } };
        }),
      })),
  },
  'documents/closed': {
    flaw: 'keeps the text of closed documents',
    finding: otherText,
    create: () => ignores('documents/closed'),
  },
  'documents/client-gone': {
    flaw: 'keeps the documents of clients that are gone',
    finding: otherText,
    create: () => ({ inputEnded: (wire) => wire.hangUp() }),
  },
};
