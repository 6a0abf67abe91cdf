import { frame } from '../../json-rpc/frame.js';
import { type FlawedPeer, silence } from '../flaw.js';
import { hearsBodies } from '../json-rpc/flaw-tools.js';
import {
  changesConfig,
  changesHandlers,
  changesParams,
  changesResult,
  type Fields,
  failsAsRequest,
  misreads,
  neverRefuses,
  pretends,
} from './runner-flaw-tools.js';

const updateConfig = 'finecodeRunner/updateConfig';
const actionMeta = 'finecodeRunner/resolveActionMeta';
const schemas = 'actions/getPayloadSchemas';
const otherNotes = /expected the notes to be/;

/** Flaws in how a runner starts, is configured and describes itself. */
export const setupFlaws: Readonly<Record<string, FlawedPeer>> = {
  'lifecycle/initialize': {
    flaw: 'answers initialize with nothing',
    finding: /expected capabilities/,
    create: () => changesResult('initialize', () => ({})),
  },
  'lifecycle/frame-headers': {
    flaw: 'leaves out Content-Type',
    finding: /the two header lines/,
    create: () => ({ say: (text, wire) => wire.say(frame(text)) }),
  },
  'lifecycle/methods': {
    flaw: 'has another name for a method',
    finding: /actions\/mergeResults is not known/,
    create: () => misreads('"actions/mergeResults"', '"actions/merge"'),
  },
  'lifecycle/not-configured': {
    flaw: 'refuses a run before there is a configuration',
    finding: /expected a result/,
    create: () => failsAsRequest('actions/run'),
  },
  'lifecycle/shutdown': {
    flaw: 'answers shutdown with an object',
    finding: /expected the result to be null/,
    create: () => changesResult('shutdown', () => ({})),
  },
  'lifecycle/exit': {
    flaw: 'stays after exit',
    finding: silence,
    create: () => hearsBodies((body) => body.includes('"exit"')),
  },
  'info/log-file': {
    flaw: 'tells its log file by a relative path',
    finding: /expected the absolute path of a file/,
    create: () => changesResult('finecodeRunner/getInfo', () => ({ logFilePath: 'runner.log' })),
  },
  'info/no-log-file': {
    flaw: 'tells a log file that it does not have',
    finding: /expected logFilePath to be a path or null/,
    create: () => changesResult('finecodeRunner/getInfo', () => ({ logFilePath: '' })),
  },
  'config/empty': {
    flaw: 'answers updateConfig with null',
    finding: /expected the result to be \{\}/,
    create: () => changesResult(updateConfig, () => null),
  },
  'config/again': {
    flaw: 'takes one configuration for all its life',
    finding: otherNotes,
    create: () => pretends(updateConfig, (nth) => nth > 1, {}),
  },
  'config/actions': {
    flaw: 'runs its only action, whatever the name',
    finding: /expected \{ "error": … \}/,
    create: () => changesParams('actions/run', (params) => ({ ...params, actionName: 'renamed' })),
  },
  'config/params': {
    flaw: 'does not pass on the name of the project',
    finding: otherNotes,
    create: () => changesParams(updateConfig, (params) => ({ ...params, projectName: '' })),
  },
  'config/own-handler-config': {
    flaw: 'forgets the config of handlers',
    finding: otherNotes,
    create: () => changesHandlers((handlers) => handlers.map((handler) => ({ ...handler, config: {} }))),
  },
  'config/handler-configs': {
    flaw: 'overlooks action_handler_configs',
    finding: otherNotes,
    create: () => changesConfig((config) => ({ ...config, action_handler_configs: {} })),
  },
  'config/services': {
    flaw: 'overlooks services',
    finding: /expected a run that does not fail/,
    create: () => changesConfig((config) => ({ ...config, services: [] })),
  },
  'config/initialize-handlers': {
    flaw: 'makes every handler when it first runs',
    finding: otherNotes,
    create: () => changesConfig((config) => ({ ...config, handlers_to_initialize: {} })),
  },
  'meta/complete': {
    flaw: 'tells about one action only',
    finding: /no entry for .*#together/,
    create: () => changesResult(actionMeta, (meta) => Object.fromEntries(Object.entries(meta).slice(0, 1))),
  },
  'meta/shape': {
    flaw: 'does not tell that an action is concurrent',
    finding: /expected runs_concurrently of together to be true/,
    create: () =>
      changesResult(actionMeta, (meta) =>
        mapValues(meta, (entry) => ({ ...Object(entry), runs_concurrently: false })),
      ),
  },
  'meta/omitted': {
    flaw: 'has an entry for an action that is not there',
    finding: /expected no entry/,
    create: () =>
      changesResult(actionMeta, (meta) => ({ ...meta, './missing.ts#missing': { canonical_source: 'x' } })),
  },
  'schemas/all': {
    flaw: 'leaves out actions that cannot be imported',
    finding: /expected the action names to be/,
    create: () =>
      changesResult(schemas, (result) =>
        Object.fromEntries(Object.entries(result).filter(([, schema]) => schema !== null)),
      ),
  },
  'schemas/shape': {
    flaw: 'requires no field',
    finding: /expected required to be \["text"\]/,
    create: () =>
      changesResult(schemas, (result) =>
        mapValues(result, (schema) => schema && { ...Object(schema), required: [] }),
      ),
  },
  'schemas/null': {
    flaw: 'has an empty schema for an action that cannot be imported',
    finding: /expected the schema to be null/,
    create: () => changesResult(schemas, (result) => mapValues(result, (schema) => schema ?? {})),
  },
  'sources/alias': {
    flaw: 'takes an alias for the canonical source',
    finding: /expected the canonical source of/,
    create: () => changesResult('actions/resolveSource', () => ({ canonicalSource: './alias.ts#renamed' })),
  },
  'sources/unknown': {
    flaw: 'answers a source that is not there with nothing',
    finding: /expected a JSON-RPC error/,
    create: () => neverRefuses('actions/resolveSource', { canonicalSource: '' }),
  },
  'packages/found': {
    flaw: 'answers with a relative path',
    finding: /expected packagePath to be an absolute path/,
    create: () => changesResult('packages/resolvePath', () => ({ packagePath: 'node_modules/x' })),
  },
  'packages/unknown': {
    flaw: 'answers a package that is not there with nothing',
    finding: /expected a JSON-RPC error/,
    create: () => neverRefuses('packages/resolvePath', { packagePath: '' }),
  },
};

function mapValues(fields: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value)]));
}
