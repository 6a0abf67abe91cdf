import type { FlawedPeer } from '../flaw.js';
import { hearsBodies, type Message, says } from '../json-rpc/flaw-tools.js';
import {
  changesHandlers,
  changesMeta,
  changesOptions,
  changesParams,
  changesResult,
  changesSent,
  type Fields,
  failsAsRequest,
  refuses,
} from './runner-flaw-tools.js';

const run = 'actions/run';
const progress = '$/progress';
const otherNotes = /expected the notes to be/;
const otherMeta = /expected what the handler sees to be/;
const noError = /expected \{ "error": … \}/;
const noResult = /expected a result, got/;

/** Flaws of `actions/run` and its options, and of results in parts. */
export const runFlaws: Readonly<Record<string, FlawedPeer>> = {
  'run/success': {
    flaw: 'has the return code 0 for everything',
    finding: /expected returnCode to be 1/,
    create: () => changesResult(run, (result) => ({ ...result, returnCode: 0 })),
  },
  'run/order': {
    flaw: 'runs handlers from last to first',
    finding: otherNotes,
    create: () => changesHandlers((handlers) => handlers.toReversed()),
  },
  'run/own-env': {
    flaw: 'runs handlers of every environment',
    finding: otherNotes,
    create: () => changesHandlers((handlers) => handlers.map((handler) => ({ ...handler, env: 'dev' }))),
  },
  'run/encoded': {
    flaw: 'encodes the formats twice',
    finding: /expected result_by_format to be the JSON text of an object/,
    create: () =>
      changesResult(run, (result) => ({
        ...result,
        result_by_format: JSON.stringify(result['result_by_format']),
      })),
  },
  'run/no-data': {
    flaw: 'has no data when handlers gave no result',
    finding: /expected the result as json/,
    create: () => changesResult(run, (result) => ({ ...result, result_by_format: '{}' })),
  },
  'run/stopped': {
    flaw: 'takes a run that was stopped for one that succeeded',
    finding: /expected status to be "stopped"/,
    create: () => changesResult(run, (result) => ({ ...result, status: 'success' })),
  },
  'run/handler-fails': {
    flaw: 'answers a failed handler with a JSON-RPC error',
    finding: noResult,
    create: () => failsAsRequest(run),
  },
  'run/bad-payload': {
    flaw: 'does not look at the payload',
    finding: noError,
    create: () => changesParams(run, (params) => ({ ...params, params: { text: '' } })),
  },
  'run/unknown-action': {
    flaw: 'does not say which action it does not know',
    finding: /with a message with "conformance-no-such-action"/,
    create: () => changesResult(run, () => ({ error: 'not found' })),
  },
  'options/null': {
    flaw: 'needs options',
    finding: noResult,
    create: () => refuses('"options":null'),
  },
  'options/unknown-fields': {
    flaw: 'refuses fields that it does not know',
    finding: noResult,
    create: () => refuses('conformanceUnknown'),
  },
  'options/trigger': {
    flaw: 'takes any trigger',
    finding: /to be refused/,
    create: () =>
      changesMeta((meta) => (meta['trigger'] === 'conformance' ? { ...meta, trigger: 'user' } : meta)),
  },
  'options/dev-env': {
    flaw: 'does not know git hooks',
    finding: otherMeta,
    create: () => changesMeta((meta) => (meta['devEnv'] === 'git_hook' ? { ...meta, devEnv: 'cli' } : meta)),
  },
  'options/depth': {
    flaw: 'counts itself',
    finding: otherMeta,
    create: () =>
      changesMeta((meta) => ({ ...meta, orchestrationDepth: Number(meta['orchestrationDepth']) + 1 })),
  },
  'options/depth-default': {
    flaw: 'begins to count at 1',
    finding: otherMeta,
    create: () => changesMeta((meta) => ({ orchestrationDepth: 1, ...meta })),
  },
  'options/formats-default': {
    flaw: 'gives all formats unless told otherwise',
    finding: /expected the formats to be \["json"\]/,
    create: () => changesOptions((options) => ({ resultFormats: ['json', 'string'], ...options })),
  },
  'options/formats': {
    flaw: 'gives json always',
    finding: /expected no json/,
    create: () => changesOptions((options) => ({ ...options, resultFormats: ['json', 'string'] })),
  },
  'stream/parts': {
    flaw: 'loses the last part',
    finding: /expected the notes of all parts to be/,
    create: () => ({
      say(text, wire) {
        if (!text.includes(' 2')) says(JSON.parse(text), wire);
      },
    }),
  },
  'stream/answer': {
    flaw: 'answers success after it has streamed',
    finding: /expected status to be "streamed"/,
    create: () => changesResult(run, (result) => ({ ...result, status: 'success' })),
  },
  'stream/token': {
    flaw: 'makes text of tokens',
    finding: /expected the token to be 7/,
    create: () => changesSent(progress, (params) => ({ ...params, token: String(params['token']) })),
  },
  'stream/value': {
    flaw: 'sends parts as objects',
    finding: /expected value to be JSON text/,
    create: () =>
      changesSent(progress, (params) => ({ ...params, value: JSON.parse(String(params['value'])) })),
  },
  'stream/no-token': {
    flaw: 'streams without being asked',
    finding: /expected what came as \$\/progress to be \[\]/,
    create: () =>
      hearsBodies((body, wire) => {
        if (body.includes(run)) says({ jsonrpc: '2.0', method: progress, params: { value: '{}' } }, wire);
        return false;
      }),
  },
  'stream/no-parts': {
    flaw: 'delivers a result twice, as a part and in the answer',
    finding: /expected the notes in parts and answer to be \["hello"\]/,
    create: () => ({
      say(text, wire) {
        const message: Message = JSON.parse(text);
        const { result_by_format } = Object(message['result']) as Fields;
        if (typeof result_by_format === 'string') {
          const params = { token: 'token', value: result_by_format };
          says({ jsonrpc: '2.0', method: progress, params }, wire);
        }
        says(message, wire);
      },
    }),
  },
  'stream/own-runs': {
    flaw: 'sends all parts to the last run that asked for some',
    finding: /the runs whose parts came with the token of run|did not get its parts/,
    create: () => changesSent(progress, (params) => ({ ...params, token: 'd' })),
  },
};
