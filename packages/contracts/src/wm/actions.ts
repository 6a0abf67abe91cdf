import * as z from 'zod';
import { notification, request } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { wireObject } from '../core/wire-object.js';
import { Nothing, PayloadSchema, Progress, ResultByFormat, Token } from '../vocabulary/runs.js';
import { BatchResult, RunBatchParams, RunParams, RunResult } from './run.js';
import { TreeNode } from './tree.js';

const ActionSource = z
  .string()
  .min(1)
  .describe('Import path of the action class; any path that leads to the same class will do.');

export const ActionHandler = wireObject({ name: z.string(), source: z.string(), env: z.string() });

export const Action = wireObject({
  name: z.string(),
  source: z.string().describe('The value to pass as actionSource.'),
  project: z.string().describe('Absolute project directory.'),
  handlers: z.array(ActionHandler),
  scope: z.enum(['project', 'workspace']).optional(),
});
export type Action = z.infer<typeof Action>;

const RunPartialValue = wireObject({
  resultByFormat: ResultByFormat,
  project: z.string().optional(),
  interpreter: z.string().optional(),
});

const BatchPartialValue = wireObject({
  project: z.string(),
  results: z.record(z.string(), wireObject({ resultByFormat: ResultByFormat, returnCode: z.int() })),
  returnCode: z.int().describe('Bitwise OR of the return codes of all actions in this project.'),
  interpreter: z.string().optional(),
});

const section = 'actions/ — Action Discovery & Execution';
const notifications = 'Server -> Client Notifications';

export const actionMethods = {
  'actions/list': request({
    doc: 'List the actions of one project or of all.',
    section,
    params: wireObject({ project: z.string().optional().describe('Absolute project directory.') }),
    result: wireObject({ actions: z.array(Action) }),
    errors: ['projectNotFound'],
  }),
  'actions/getPayloadSchemas': request({
    doc: 'Return the payload schema of each named action.',
    section,
    params: wireObject({
      project: z.string().describe('Absolute project directory.'),
      actionSources: z.array(ActionSource).default([]),
      startRunners: z.boolean().optional().describe('Start runners that are needed to know a schema.'),
      runOptions: JsonObject.optional(),
    }),
    result: wireObject({
      schemas: z
        .record(z.string(), PayloadSchema.nullable())
        .describe('By action source as asked; null when no runner can import the class.'),
    }),
    errors: ['projectNotFound'],
  }),
  'actions/getTree': request({
    doc: 'Return directories, projects, actions and environments as a tree for a sidebar.',
    section,
    params: wireObject({ parentNodeId: z.string().optional().describe('Only the tree below this node.') }),
    result: wireObject({ nodes: z.array(TreeNode) }),
  }),
  'actions/run': request({
    doc: 'Run one action in a project, or in all projects that have it.',
    section,
    params: RunParams,
    result: RunResult,
    errors: ['projectNotFound', 'actionNotFound', 'runnerNotReady', 'actionFailed', 'requestCancelled'],
  }),
  'actions/runBatch': request({
    doc: 'Run several actions in several projects.',
    section,
    params: RunBatchParams,
    result: BatchResult,
    errors: ['projectNotFound', 'actionNotFound', 'runnerNotReady', 'actionFailed', 'requestCancelled'],
  }),
  'actions/reload': request({
    doc: 'Load the handler code of an action again without restarting runners.',
    section,
    params: wireObject({
      actionNodeId: z.string().min(1).describe('<project path>::<actionSource>, as in the action tree.'),
    }),
    result: Nothing,
    errors: ['projectNotFound', 'actionNotFound'],
  }),
  'actions/partialResult': notification({
    direction: 'toClient',
    doc: 'Deliver a part of the result of a run that asked for parts; only to the connection that asked.',
    section: notifications,
    params: wireObject({ token: Token, value: z.union([BatchPartialValue, RunPartialValue]) }),
  }),
  'actions/progress': notification({
    direction: 'toClient',
    doc: 'Tell how far a run is; only to the connection that asked.',
    section: notifications,
    params: wireObject({ token: Token, value: Progress }),
  }),
  'actions/treeChanged': notification({
    direction: 'toClient',
    doc: 'Tell that the status or the actions of a project changed.',
    section: notifications,
    params: wireObject({ node: TreeNode }),
  }),
};
