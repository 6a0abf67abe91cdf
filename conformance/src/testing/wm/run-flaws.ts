import {
  changesAnswersTo,
  changesParams,
  changesResult,
  type Fields,
  neverRefuses,
  refuses,
} from '../er/runner-flaw-tools.js';
import { type FlawedPeer, silence } from '../flaw.js';
import { errorAnswer, hearsBodies, says } from '../json-rpc/flaw-tools.js';
import { changesNotes, changesRunOptions, withNotes } from './flaw-tools.js';

const run = 'actions/run';
const batch = 'actions/runBatch';
const noError = /expected a JSON-RPC error/;
const otherNotes = /expected the notes to be/;
const emptyRun = { resultByFormat: { json: { notes: [], bad: false } }, returnCode: 0 };

const bad = './extension.ts#bad';

type Results = Readonly<Record<string, Readonly<Record<string, Fields>>>>;

const changesBatch = (change: (source: string, result: Fields) => readonly [string, Fields]) =>
  changesResult(batch, (result) => ({
    ...result,
    results: mapValues(result['results'] as Results, (project) =>
      Object.fromEntries(Object.entries(project).map(([source, one]) => change(source, one))),
    ),
  }));

const mapValues = <T, U>(entries: Readonly<Record<string, T>>, change: (value: T) => U) =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]));

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

/** Flaws of `actions/run` and `actions/runBatch`. */
export const runFlaws: Readonly<Record<string, FlawedPeer>> = {
  'running/result': {
    flaw: 'answers as if it were a batch',
    finding: /only batches have results/,
    create: () => changesResult(run, (result) => ({ ...result, results: {} })),
  },
  'running/optional-fields': {
    flaw: 'insists on options',
    finding: /expected a result/,
    create: () =>
      hearsBodies((body, wire) => {
        const { id, method, params } = JSON.parse(body);
        if (method !== run || params.options !== undefined) return false;
        says(errorAnswer(id, -32602), wire);
        return true;
      }),
  },
  'running/without-action': {
    flaw: 'runs nothing when nothing is named',
    finding: noError,
    create: () => neverRefuses(run, emptyRun),
  },
  'running/without-project': {
    flaw: 'runs everywhere when no project is named',
    finding: noError,
    create: () => changesParams(run, (params) => ({ project: '', ...params })),
  },
  'running/alias': {
    flaw: 'knows an action by one name only',
    finding: /expected .\/alias.ts#renamed to run/,
    create: () => refuses('alias.ts'),
  },
  'running/unknown-action': {
    flaw: 'overlooks actions that it does not know',
    finding: noError,
    create: () => neverRefuses(run, emptyRun),
  },
  'running/unknown-project': {
    flaw: 'does not say which project it does not know',
    finding: /expected the error to name/,
    create: () =>
      changesAnswersTo(run, (answer) => ('error' in answer ? errorAnswer(answer.id, -32602) : answer)),
  },
  'running/params': {
    flaw: 'cuts long texts',
    finding: otherNotes,
    create: () => changesNotes((notes) => notes.map((note) => note.slice(0, 10_000))),
  },
  'running/wrong-params': {
    flaw: 'runs with any params',
    finding: noError,
    create: () => neverRefuses(run, emptyRun),
  },
  'running/formats': {
    flaw: 'sends all formats that it has',
    finding: /expected the keys of resultByFormat to be/,
    create: () => changesRunOptions(run, (options) => ({ ...options, resultFormats: ['json', 'string'] })),
  },
  'running/trigger': {
    flaw: 'takes every run for that of a user',
    finding: /expected the trigger to be "system"/,
    create: () => changesRunOptions(run, (options) => ({ ...options, trigger: 'user' })),
  },
  'running/wrong-trigger': {
    flaw: 'overlooks a trigger that it does not know',
    finding: /expected error -32602/,
    create: () => changesRunOptions(run, (options) => without(options, 'trigger')),
  },
  'running/trigger-default': {
    flaw: 'has another trigger when none is told',
    finding: /expected the trigger to be "unknown"/,
    create: () => changesRunOptions(run, (options) => ({ trigger: 'system', ...options })),
  },
  'running/dev-env': {
    flaw: 'does not know precommit',
    finding: /expected a result/,
    create: () => refuses('"devEnv":"precommit"'),
  },
  'running/wrong-dev-env': {
    flaw: 'overlooks an environment that it does not know',
    finding: /expected error -32602/,
    create: () => changesRunOptions(run, (options) => without(options, 'devEnv')),
  },
  'running/dev-env-default': {
    flaw: 'has another environment when none is told',
    finding: /expected devEnv to be "cli"/,
    create: () => changesRunOptions(run, (options) => ({ devEnv: 'ide', ...options })),
  },
  'running/all-projects': {
    flaw: 'tells what one project said',
    finding: /expected the number of runners that took part to be 2/,
    create: () => changesNotes((notes) => notes.slice(0, 1)),
  },
  'running/return-code': {
    flaw: 'has the return code 0 for everything',
    finding: /expected returnCode to be 1/,
    create: () => changesResult(run, (result) => ({ ...result, returnCode: 0 })),
  },
  'running/failure': {
    flaw: 'takes a failure for a result',
    finding: noError,
    create: () => neverRefuses(run, { ...emptyRun, returnCode: 1 }),
  },
  'batching/without-actions': {
    flaw: 'runs an empty batch',
    finding: noError,
    create: () => neverRefuses(batch, { results: {}, returnCode: 0 }),
  },
  'batching/all-projects': {
    flaw: 'tells the results of one project',
    finding: /expected the keys of results to be/,
    create: () =>
      changesResult(batch, (result) => ({
        ...result,
        results: Object.fromEntries(Object.entries(result['results'] as Results).slice(0, 1)),
      })),
  },
  'batching/projects': {
    flaw: 'runs everywhere',
    finding: /expected the keys of results to be/,
    create: () => changesParams(batch, (params) => without(params, 'projects')),
  },
  'batching/keys': {
    flaw: 'answers under its own names',
    finding: /expected the keys of the results of the project to be/,
    create: () =>
      changesBatch((source, result) => [source.replace('conformance.probe.', './extension.ts#'), result]),
  },
  'batching/result': {
    flaw: 'has no return code for one action',
    finding: /expected returnCode to be 0/,
    create: () => changesBatch((source, result) => [source, without(result, 'returnCode')]),
  },
  'batching/return-code': {
    flaw: 'adds return codes up',
    finding: /expected returnCode to be 1, got 2/,
    create: () =>
      changesResult(batch, (result) => {
        const all = Object.values(result['results'] as Results).flatMap((project) => Object.values(project));
        return { ...result, returnCode: all.reduce((sum, one) => sum + Number(one['returnCode']), 0) };
      }),
  },
  'batching/in-order': {
    flaw: 'runs everything at once',
    finding: otherNotes,
    create: () => changesRunOptions(batch, (options) => ({ ...options, concurrently: true })),
  },
  'batching/concurrently': {
    flaw: 'runs one after another whatever it is told',
    finding: silence,
    create: () => changesRunOptions(batch, (options) => ({ ...options, concurrently: false })),
  },
  'batching/params': {
    flaw: 'gives params to the first action only',
    finding: otherNotes,
    create: () =>
      changesBatch((source, result) =>
        source === bad
          ? [source, { ...result, resultByFormat: withNotes(result['resultByFormat'], () => ['hello']) }]
          : [source, result],
      ),
  },
};
