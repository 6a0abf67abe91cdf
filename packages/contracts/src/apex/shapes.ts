import * as z from 'zod';
import { openObject } from '../core/wire-object.js';

export const Configuration = z.record(z.string(), z.unknown());

/** The union of what the contract says and what hosts send; a backend takes the root from either key. */
export const InitializeParams = openObject({
  initialConfig: Configuration.nullish().describe('Settings to start with.'),
  workspaceRoot: z.string().nullish().describe('Path of the workspace; null without one.'),
  environment: Configuration.nullish().describe('What the host knows about the machine and the editor.'),
  processId: z.number().int().nullish().describe('Process of the host; the backend ends when it is gone.'),
  rootUri: z.string().nullish().describe('URI of the workspace, used when there is no `workspaceRoot`.'),
  capabilities: z.record(z.string(), z.unknown()).nullish().describe('What the host can do.'),
});

export const InitializeResult = openObject({
  capabilities: openObject({
    cancelTask: z.boolean().optional().describe('`cancelTask` is understood.'),
    reasoning: z.boolean().optional().describe('The `reasoning/` requests are understood.'),
    knowledge: z.boolean().optional().describe('`knowledge/search` is understood.'),
    maxMessageBytes: z.number().int().positive().optional().describe('Larger frames are refused.'),
  }),
});

/** Hosts leave out what they do not know, or send null for it. */
export const TaskContext = openObject({
  activeEditorContent: z.string().nullish(),
  activeEditorPath: z.string().nullish(),
  selection: z.string().nullish(),
  openFiles: z.array(z.string()).nullish(),
  relevantFiles: z.array(z.string()).nullish(),
});

const ToolError = openObject({
  code: z.union([z.number().int(), z.string()]).optional(),
  message: z.string(),
  data: z.unknown().optional(),
});

export const ToolResponse = openObject({
  toolCallId: z.string().describe('That of the `$/requestToolExecution` it answers.'),
  result: z.unknown().optional().describe('What the tool gave; null when it failed.'),
  error: ToolError.nullish().describe('Why the tool failed; null when it did not.'),
});

export const PlanStep = openObject({ step_id: z.string(), prompt: z.string() });

export const Plan = openObject({
  goal: z.string(),
  phases: z.array(
    openObject({
      name: z.string(),
      description: z.string(),
      tasks: z.array(openObject({ name: z.string(), description: z.string(), steps: z.array(PlanStep) })),
      reasoning: z.string().optional(),
    }),
  ),
  metadata: z.unknown().optional(),
});
