import * as z from 'zod';
import { JsonObject } from '../core/json.js';
import { wireObject } from '../core/wire-object.js';
import { DevEnv, ResultByFormat, ResultFormat, Token, Trigger } from '../vocabulary/runs.js';

const tokens = {
  partialResultToken: Token.optional().describe(
    'Deliver all result data as actions/partialResult; the answer then has only returnCode.',
  ),
  progressToken: Token.optional().describe('Send actions/progress during the run.'),
};

const selection = {
  ...tokens,
  mergeResults: z
    .boolean()
    .default(false)
    .describe('Repeat the whole result in the answer of a streamed run.'),
  envSelectors: z.array(z.string()).default([]).describe('Only these environments of a matrix.'),
  interpreterSelectors: z.array(z.string()).default([]).describe('Only these interpreters of a matrix.'),
};

const RunOptions = wireObject({
  resultFormats: z.array(ResultFormat).default(['json']),
  trigger: Trigger.default('unknown'),
  devEnv: DevEnv.default('cli'),
  ...selection,
});

/** The contract names no defaults for a batch; these are what its clients, command lines, expect. */
const BatchOptions = wireObject({
  concurrently: z.boolean().default(false).describe('Run the actions of one project side by side.'),
  resultFormats: z.array(ResultFormat).default(['string']),
  trigger: Trigger.default('user'),
  devEnv: DevEnv.default('cli'),
  ...selection,
});

export const RunParams = wireObject({
  actionSource: z.string().min(1).describe('Import path of the action class, under any alias.'),
  project: z.string().describe('Absolute project directory; empty: all projects that have the action.'),
  params: JsonObject.default({}).describe('Payload of the action.'),
  options: RunOptions.prefault({}),
  ...tokens,
  _traceparent: z.string().optional().describe('W3C trace context of the caller.'),
});
export type RunParams = z.infer<typeof RunParams>;

export const RunBatchParams = wireObject({
  actionSources: z.array(z.string().min(1)).min(1),
  projects: z
    .array(z.string())
    .optional()
    .describe('Absolute directories; absent: all that have the actions.'),
  params: JsonObject.default({}).describe('Payload of every action.'),
  paramsByProject: z
    .record(z.string(), JsonObject)
    .default({})
    .describe('Payload fields that differ by project.'),
  options: BatchOptions.prefault({}),
  ...tokens,
  _traceparent: z.string().optional().describe('W3C trace context of the caller.'),
});
export type RunBatchParams = z.infer<typeof RunBatchParams>;

const ReturnCode = z.int().describe('0: nothing to complain about.');

export const ActionResult = wireObject({ resultByFormat: ResultByFormat, returnCode: ReturnCode });
export type ActionResult = z.infer<typeof ActionResult>;

const ResultsByProject = z
  .record(z.string(), z.record(z.string(), ActionResult))
  .describe('Project directory → action source → result.');

export const RunResult = wireObject({
  resultByFormat: ResultByFormat.optional().describe('Absent when partialResultToken was given.'),
  returnCode: ReturnCode,
  results: ResultsByProject.optional().describe('Only with mergeResults.'),
});
export type RunResult = z.infer<typeof RunResult>;

export const BatchResult = wireObject({
  results: ResultsByProject.optional().describe('Absent when partialResultToken was given.'),
  returnCode: z.int().describe('Bitwise OR of all return codes.'),
});
export type BatchResult = z.infer<typeof BatchResult>;

export interface StreamTokens {
  readonly partialResultToken?: Token | undefined;
  readonly progressToken?: Token | undefined;
}

/** The contract can be read as putting the tokens among the options; real clients put them beside. Both count. */
export function streamTokens(params: StreamTokens & { readonly options: StreamTokens }): StreamTokens {
  return {
    partialResultToken: params.partialResultToken ?? params.options.partialResultToken,
    progressToken: params.progressToken ?? params.options.progressToken,
  };
}
