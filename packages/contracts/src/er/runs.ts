import * as z from 'zod';
import { request } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { openObject, wireObject } from '../core/wire-object.js';
import {
  DevEnv,
  Nothing,
  PayloadSchema,
  ResultByFormat,
  ResultFormat,
  Token,
  Trigger,
} from '../vocabulary/runs.js';

export const RunMeta = wireObject({
  trigger: Trigger.default('unknown'),
  devEnv: DevEnv.default('cli'),
  orchestrationDepth: z
    .int()
    .min(0)
    .default(0)
    .describe('How many runs are above this one; passed on unchanged.'),
});
export type RunMeta = z.infer<typeof RunMeta>;

const RunOptions = wireObject(
  {
    meta: RunMeta.prefault({}),
    partialResultToken: Token.optional().describe('Deliver results as $/progress with this token.'),
    progressToken: Token.optional().describe('Tell how far the run is as $/progress with this token.'),
    resultFormats: z.array(ResultFormat).default(['json']),
    walRunId: z.string().optional().describe('One id for the whole logical run, whatever runners take part.'),
    callerKwargs: JsonObject.optional().describe('Values that the calling handler passes to this run.'),
    traceparent: z.string().optional().describe('W3C trace context.'),
  },
  { walRunId: { send: ['runId'] } },
);

const RunParams = wireObject({
  actionName: z.string().min(1).describe('As registered by finecodeRunner/updateConfig.'),
  params: JsonObject.default({}).describe('Payload of the action.'),
  options: RunOptions.prefault({}),
});
export type ErRunParams = z.infer<typeof RunParams>;

const SerializedResult = JsonObject.describe('A run result as data, to be given to the next segment.');

const RunHandlersParams = wireObject({
  actionName: z.string().min(1).describe('As registered by finecodeRunner/updateConfig.'),
  handlerNames: z.array(z.string()).describe('In order of execution; all in the environment of this runner.'),
  params: JsonObject.default({}).describe('Payload of the action.'),
  previousResult: SerializedResult.nullable()
    .optional()
    .describe('Result of the segment before; null in the first segment.'),
  previousContext: z.unknown().optional().describe('State of the run context after the segment before.'),
  callerKwargs: JsonObject.optional(),
  options: RunOptions.prefault({}),
});
export type RunHandlersParams = z.infer<typeof RunHandlersParams>;

/** A command that failed in its own work says so in its result; JSON-RPC errors are for the protocol. */
export const CommandError = openObject({ error: z.string() });
export type CommandError = z.infer<typeof CommandError>;

const RunStatus = z
  .enum(['success', 'streamed', 'stopped'])
  .describe(
    'streamed: all data came as $/progress; stopped: a handler ended the run early with this result.',
  );

const FormatsField = z.union([z.string(), ResultByFormat]);

export const RunAnswer = wireObject({
  status: RunStatus,
  result_by_format: FormatsField.optional().describe(
    'The result in each format, as JSON text; "{}" when streamed.',
  ),
  resultByFormat: FormatsField.optional().describe('The same as an object, where real peers look for it.'),
  returnCode: z.int(),
});
export type RunAnswer = z.infer<typeof RunAnswer>;

export const RunHandlersAnswer = wireObject({
  status: RunStatus,
  result: SerializedResult.nullable().optional().describe('Also there when the formats were streamed.'),
  resultByFormat: FormatsField.describe('{} when no formats were asked for.'),
  returnCode: z.int(),
  context: z.unknown().optional().describe('State of the run context, for the next segment.'),
});
export type RunHandlersAnswer = z.infer<typeof RunHandlersAnswer>;

const section = 'Message Catalog: WM -> ER, Requests';

export const runMethods = {
  'actions/run': request({
    doc: 'Run an action whose handlers are all in the environment of this runner.',
    section,
    params: RunParams,
    result: z.union([CommandError, RunAnswer]),
    errors: ['requestCancelled'],
  }),
  'actions/runHandlers': request({
    doc: 'Run some handlers of an action, one after another, continuing from the result of other runners.',
    section,
    params: RunHandlersParams,
    result: z.union([CommandError, RunHandlersAnswer]),
    errors: ['requestCancelled'],
  }),
  'actions/getPayloadSchemas': request({
    doc: 'Return the payload schema of every action that the runner knows.',
    section,
    params: Nothing,
    result: z
      .record(z.string(), PayloadSchema.nullable())
      .describe('By action name; null when the action class cannot be imported.'),
  }),
  'actions/mergeResults': request({
    doc: 'Merge the results of concurrent segments into one.',
    section,
    params: wireObject({ actionName: z.string().min(1), results: z.array(SerializedResult) }),
    result: z.union([CommandError, openObject({ merged: SerializedResult })]),
  }),
  'actions/reload': request({
    doc: 'Load the code of an action and of its handlers again.',
    section,
    params: wireObject({ actionName: z.string().min(1) }),
    result: Nothing,
  }),
  'actions/resolveSource': request({
    doc: 'Return the canonical import path behind an alias.',
    section,
    params: wireObject({ source: z.string().min(1).describe('Any import path of the class.') }),
    result: wireObject({ canonicalSource: z.string().describe('Module and qualified name of the class.') }),
    errors: ['unresolvableSource'],
  }),
};
