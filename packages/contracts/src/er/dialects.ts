import type { DialectSpec } from '../core/dialect.js';
import type { JsonObject } from '../core/json.js';
import type { ResultByFormat } from '../vocabulary/runs.js';
import type { InitializeParams, InitializeResult } from './lifecycle.js';
import type { ActionMetaAnswer } from './runner.js';
import type { RunAnswer } from './runs.js';
import { type ActionMetaTable, isNestedActionMeta } from './shapes.js';

/** How one connection between a Workspace Manager and a runner writes what has more than one shape. */
export interface ErDialect {
  readonly name: 'contract' | 'finecode' | 'tandem';
  readonly sendsOtherSpellings: boolean;
  actionMeta(table: ActionMetaTable): ActionMetaAnswer;
  formats(formats: ResultByFormat): Pick<RunAnswer, 'result_by_format' | 'resultByFormat'>;
  partialValue(formats: ResultByFormat): string;
  rawConfig(config: JsonObject): { readonly config: string | JsonObject };
  projectResult(actionName: string, result: unknown): unknown;
}

/** As the document says; the formats also as an object, under the name that others read. */
const contractDialect: ErDialect = {
  name: 'contract',
  sendsOtherSpellings: true,
  actionMeta: ({ actions }) => ({ ...actions }),
  formats: (formats) => ({ result_by_format: JSON.stringify(formats), resultByFormat: formats }),
  partialValue: (formats) => JSON.stringify(formats.json ?? {}),
  rawConfig: (config) => ({ config: JSON.stringify(config) }),
  projectResult: (_actionName, result) => result,
};

const finecodeDialect: ErDialect = {
  name: 'finecode',
  sendsOtherSpellings: true,
  actionMeta: ({ actions, handlerLocations }) => ({
    actions: { ...actions },
    handlerLocations: { ...handlerLocations },
  }),
  formats: (formats) => ({ resultByFormat: formats }),
  partialValue: (formats) => JSON.stringify(formats),
  rawConfig: (config) => ({ config }),
  projectResult: (actionName, result) => ({ [actionName]: { result, status: 'success' } }),
};

/** Our own pair: everything once, nothing as JSON inside JSON but what the contract's types demand. */
const tandemDialect: ErDialect = {
  ...finecodeDialect,
  name: 'tandem',
  sendsOtherSpellings: false,
  projectResult: contractDialect.projectResult,
};

export const erDialects = {
  contract: contractDialect,
  finecode: finecodeDialect,
  tandem: tandemDialect,
} as const;

/** How a runner answers the Workspace Manager that sent this `initialize`. */
export function dialectForManager(
  params: Pick<InitializeParams, 'clientInfo' | 'initializationOptions'>,
): ErDialect {
  if (params.initializationOptions?.tandem?.oneSpelling === true) return tandemDialect;
  return params.clientInfo?.name === 'FineCode_WorkspaceManager' ? finecodeDialect : contractDialect;
}

/** How a Workspace Manager speaks to a runner that answered `initialize` so; what it said of its actions comes later. */
export function dialectForRunner(
  initialized: Pick<InitializeResult, 'capabilities'>,
  actionMeta?: ActionMetaAnswer,
): ErDialect {
  if (initialized.capabilities.experimental?.tandem?.oneSpelling === true) return tandemDialect;
  return actionMeta !== undefined && isNestedActionMeta(actionMeta) ? finecodeDialect : contractDialect;
}

const finecodeDifferences = [
  {
    method: 'finecodeRunner/resolveActionMeta',
    part: 'result',
    contract: 'source → meta',
    here: '{ actions: source → meta, handlerLocations: handler source → place }',
  },
  {
    method: 'actions/run',
    part: 'result',
    contract: 'result_by_format: JSON text, and resultByFormat: object',
    here: 'resultByFormat: object',
  },
  {
    method: '$/progress',
    part: 'params',
    contract: 'value: JSON text of the partial result',
    here: 'value: JSON text of { json, string, styled_text_json }',
  },
  { method: 'projects/getRawConfig', part: 'result', contract: 'config: JSON text', here: 'config: object' },
] as const satisfies DialectSpec['differences'];

/** For the documentation; the code above is what speaks them. */
export const erDialectSpecs: readonly DialectSpec[] = [
  {
    name: 'finecode',
    protocol: 'er',
    peer: "FineCode's Workspace Manager or runner",
    recognisedBy:
      'a Workspace Manager by clientInfo.name "FineCode_WorkspaceManager" in initialize; a runner by a nested answer to finecodeRunner/resolveActionMeta',
    differences: [
      ...finecodeDifferences,
      {
        method: 'finecode/runActionInWorkspace',
        part: 'result',
        contract: 'resultsByProject: path → result',
        here: 'resultsByProject: path → action name → { result, status }',
      },
    ],
  },
  {
    name: 'tandem',
    protocol: 'er',
    peer: 'our own Workspace Manager and runner, with each other',
    recognisedBy:
      'initializationOptions.tandem.oneSpelling in initialize, answered by capabilities.experimental.tandem.oneSpelling',
    differences: [
      {
        method: 'every method',
        part: 'params',
        contract: "the contract's key and the ones others read",
        here: "only the contract's key",
      },
      {
        method: 'every method',
        part: 'result',
        contract: "the contract's key and the ones others read",
        here: "only the contract's key",
      },
      ...finecodeDifferences,
    ],
  },
];
