import * as z from 'zod';
import { notification, request } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { wireObject } from '../core/wire-object.js';
import { LogLevel, Nothing, Token, UserMessage } from '../vocabulary/runs.js';
import { ApplyEditParams, ApplyEditResult } from '../vocabulary/text-edits.js';
import { RunMeta } from './runs.js';

const CanonicalSource = z
  .string()
  .min(1)
  .describe('Module and qualified name of the action class; never an alias.');

const ParentRunId = z
  .string()
  .min(1)
  .optional()
  .describe(
    'The walRunId of the run that asks. Only our own runner sends it, and only to our own Workspace Manager.',
  );

const LogRecord = wireObject({
  timestamp: z.number().describe('Seconds since 1970.'),
  level: LogLevel,
  group: z.string(),
  message: z.string(),
});

const WorkspaceAction = wireObject({
  name: z.string(),
  source: z.string(),
  canonicalSource: z.string().optional(),
  scope: z.enum(['project', 'workspace']).optional(),
  project: z.string(),
  language: z.string().optional(),
  parentActionSource: z.string().optional(),
  fileLoc: z.string().optional(),
  handlers: z.array(
    wireObject({ name: z.string(), source: z.string(), env: z.string(), fileLoc: z.string().optional() }),
  ),
});

const section = 'Message Catalog: ER -> WM, Requests';
const peers = { origin: 'peers', section: '4.7' } as const;

/** What a runner asks of, and tells, the Workspace Manager. */
export const backChannelMethods = {
  'workspace/applyEdit': request({
    direction: 'toClient',
    doc: 'Apply edits that a handler made, through the editor that is connected.',
    section,
    params: ApplyEditParams,
    result: ApplyEditResult,
  }),
  'projects/getRawConfig': request({
    direction: 'toClient',
    doc: 'Return the configuration of a project.',
    section,
    params: wireObject({
      projectDefPath: z.string().min(1).describe('Absolute path of any file that defines the project.'),
    }),
    result: wireObject({
      config: z.union([z.string(), JsonObject]).describe('The configuration, as JSON text.'),
    }),
    errors: ['projectNotFound'],
  }),
  'finecode/runActionInProject': request({
    direction: 'toClient',
    doc: 'Run an action in all environments of the project of this runner.',
    section,
    params: wireObject({
      actionSource: CanonicalSource,
      payload: JsonObject.default({}),
      meta: RunMeta.prefault({}),
      parentRunId: ParentRunId,
      partialResultToken: Token.optional().describe('Deliver results as $/progress with this token.'),
      callerKwargs: JsonObject.optional(),
      traceparent: z.string().optional(),
    }),
    result: wireObject({
      result: z.unknown().optional().describe('The result as data; null when it was streamed.'),
      returnCode: z.int(),
    }),
    errors: ['actionNotFound', 'limitReached', 'actionFailed', 'requestCancelled'],
  }),
  'finecode/runActionInWorkspace': request({
    direction: 'toClient',
    doc: 'Run an action in several projects.',
    section,
    params: wireObject({
      actionSource: CanonicalSource,
      payload: JsonObject.default({}),
      meta: RunMeta.prefault({}),
      parentRunId: ParentRunId,
      projectPaths: z
        .array(z.string())
        .nullable()
        .optional()
        .describe('POSIX paths; null: all projects that declare the action.'),
      concurrently: z.boolean().default(true),
      payloadOverridesByProject: z.record(z.string(), JsonObject).optional(),
      traceparent: z.string().optional(),
    }),
    result: wireObject({
      resultsByProject: z.record(z.string(), z.unknown()).describe('POSIX path → result as data.'),
    }),
    errors: ['actionNotFound', 'limitReached', 'actionFailed', 'requestCancelled'],
  }),
  'workspace/getWorkspaceEditablePackages': request({
    ...peers,
    direction: 'toClient',
    doc: 'Return the packages of the workspace that other projects install in editable mode.',
    params: Nothing,
    result: wireObject({
      packages: z.record(z.string(), z.string()).describe('Package name → POSIX directory.'),
    }),
  }),
  'workspace/getProjectPaths': request({
    ...peers,
    direction: 'toClient',
    doc: 'Return the projects of the workspace and the state of their configuration.',
    params: Nothing,
    result: wireObject({
      projects: z.array(
        wireObject({ path: z.string(), configStatus: z.enum(['valid', 'no_config', 'invalid']) }),
      ),
    }),
  }),
  'finecode/getActionsForParent': request({
    ...peers,
    direction: 'toClient',
    doc: 'Return the actions of this project that handle one language for a parent action.',
    params: wireObject({ parentActionSource: z.string().min(1) }),
    result: wireObject({
      subactions: z.array(
        wireObject({
          source: z.string(),
          canonicalSource: z.string().optional(),
          language: z.string(),
        }),
      ),
    }),
  }),
  'finecode/listWorkspaceActions': request({
    ...peers,
    direction: 'toClient',
    doc: 'Return the actions of all projects.',
    params: Nothing,
    result: wireObject({ actions: z.array(WorkspaceAction) }),
  }),
  'er/logRecords': notification({
    ...peers,
    direction: 'toClient',
    doc: 'Deliver log records, when forwarding is on.',
    params: wireObject({ records: z.array(LogRecord) }),
  }),
  'er/userMessage': notification({
    ...peers,
    direction: 'toClient',
    doc: 'Tell the user something; the Workspace Manager passes it on to its clients.',
    params: UserMessage,
  }),
};
