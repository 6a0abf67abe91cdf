import type { FlawedPeer } from '../flaw.js';
import {
  changesHandlers,
  changesParams,
  changesResult,
  type Fields,
  failsAsRequest,
  pretends,
} from './runner-flaw-tools.js';

const runHandlers = 'actions/runHandlers';
const merge = 'actions/mergeResults';
const otherNotes = /expected the notes to be/;
const noError = /expected \{ "error": … \}/;
const noResult = /expected a result, got/;

const namesOf = ({ handlerNames }: Fields) => handlerNames as readonly string[];

/** Flaws of `actions/runHandlers`, `actions/mergeResults` and `actions/reload`. */
export const segmentFlaws: Readonly<Record<string, FlawedPeer>> = {
  'segments/subset': {
    flaw: 'runs all handlers',
    finding: otherNotes,
    create: () => changesParams(runHandlers, (params) => ({ ...params, handlerNames: ['adds', 'marks'] })),
  },
  'segments/order': {
    flaw: 'runs handlers in the order of their names',
    finding: otherNotes,
    create: () =>
      changesParams(runHandlers, (params) => ({ ...params, handlerNames: namesOf(params).toSorted() })),
  },
  'segments/previous': {
    flaw: 'forgets what came before',
    finding: otherNotes,
    create: () => changesParams(runHandlers, (params) => ({ ...params, previousResult: null })),
  },
  'segments/first': {
    flaw: 'begins with an empty result',
    finding: otherNotes,
    create: () =>
      changesParams(runHandlers, (params) => ({ ...params, previousResult: { notes: [], bad: false } })),
  },
  'segments/result': {
    flaw: 'has only what the last handler gave in its result',
    finding: /expected result to be/,
    create: () =>
      changesResult(runHandlers, ({ result, ...others }) => ({
        ...others,
        result: { ...Object(result), notes: Object(result).notes.slice(-1) },
      })),
  },
  'segments/formats': {
    flaw: 'knows only json',
    finding: /expected the result as string to be/,
    create: () =>
      changesResult(runHandlers, (result) => ({
        ...result,
        resultByFormat: { json: Object(result['resultByFormat']).json },
      })),
  },
  'segments/no-formats': {
    flaw: 'takes no formats for json',
    finding: /expected the formats to be \{\}/,
    create: () => changesParams(runHandlers, (params) => ({ ...params, options: null })),
  },
  'segments/no-handlers': {
    flaw: 'takes no handlers for all handlers',
    finding: /expected the result as json to be/,
    create: () => changesParams(runHandlers, (params) => ({ ...params, handlerNames: ['adds'] })),
  },
  'segments/streamed': {
    flaw: 'has no result when it has streamed',
    finding: /expected a result with notes/,
    create: () => changesResult(runHandlers, (result) => ({ ...result, result: null })),
  },
  'segments/stopped': {
    flaw: 'goes on after a handler that ended the run',
    finding: /expected status to be "stopped"/,
    create: () => changesResult(runHandlers, (result) => ({ ...result, status: 'success' })),
  },
  'segments/handler-fails': {
    flaw: 'answers a failed handler with a JSON-RPC error',
    finding: noResult,
    create: () => failsAsRequest(runHandlers),
  },
  'segments/unknown-handler': {
    flaw: 'overlooks handlers that it does not know',
    finding: noError,
    create: () =>
      changesParams(runHandlers, (params) => ({
        ...params,
        handlerNames: namesOf(params).filter((name) => name === 'adds'),
      })),
  },
  'segments/foreign-env': {
    flaw: 'runs handlers of every environment',
    finding: noError,
    create: () => changesHandlers((handlers) => handlers.map((handler) => ({ ...handler, env: 'dev' }))),
  },
  'merge/results': {
    flaw: 'merges from last to first',
    finding: /expected merged to be/,
    create: () =>
      changesParams(merge, (params) => ({
        ...params,
        results: (params['results'] as readonly unknown[]).toReversed(),
      })),
  },
  'merge/one': {
    flaw: 'merges only two or more',
    finding: /expected merged to be/,
    create: () => changesResult(merge, () => ({ merged: {} })),
  },
  'merge/unknown-action': {
    flaw: 'answers an action that it does not know with a JSON-RPC error',
    finding: noResult,
    create: () => failsAsRequest(merge),
  },
  'reload/result': {
    flaw: 'answers with null',
    finding: /expected the result to be \{\}/,
    create: () => changesResult('actions/reload', () => null),
  },
  'reload/code': {
    flaw: 'goes on with the old code',
    finding: /expected the notes after to be \["second"\]/,
    create: () => pretends('actions/reload', () => true, {}),
  },
};
