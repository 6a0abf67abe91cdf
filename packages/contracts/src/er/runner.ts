import * as z from 'zod';
import { request } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { openObject, wireObject } from '../core/wire-object.js';
import { LogLevel, Nothing } from '../vocabulary/runs.js';

const HandlerConfig = wireObject({
  name: z.string(),
  source: z.string().describe('Import path of the handler class.'),
  config: JsonObject.default({}),
  env: z.string(),
  dependencies: z.array(z.string()).optional(),
});

const ActionConfig = wireObject({
  name: z.string(),
  source: z.string().describe('Import path of the action class.'),
  handlers: z.array(HandlerConfig),
  config: JsonObject.default({}),
});

const ServiceConfig = wireObject({
  interface: z.string(),
  source: z.string(),
  env: z.string().optional(),
  dependencies: z.array(z.string()).optional(),
  config: JsonObject.optional(),
});

const RunnerConfig = wireObject({
  actions: z.array(ActionConfig).describe('Those with at least one handler in this environment.'),
  action_handler_configs: z.record(z.string(), JsonObject).describe('Handler source → config.'),
  services: z.array(ServiceConfig).optional(),
  handlers_to_initialize: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Action name → names of handlers to create now instead of at first use.'),
  logging: openObject({
    defaultLevel: z.string().optional(),
    logGroups: JsonObject.optional(),
  }).optional(),
  telemetry: openObject({ otlp_endpoint: z.string().optional() }).optional(),
});
export type RunnerConfig = z.infer<typeof RunnerConfig>;

export const ActionMeta = wireObject({
  canonical_source: z.string().describe('Module and qualified name of the class.'),
  runs_concurrently: z.boolean().describe('Whether handlers run side by side.'),
  scope: z.enum(['project', 'workspace']).optional(),
  parentActionSource: z.string().optional(),
  language: z.string().optional(),
  fileLoc: z.string().optional().describe('"<path>:<line>" of the class.'),
});
export type ActionMeta = z.infer<typeof ActionMeta>;

const NestedActionMeta = openObject({
  actions: z.record(z.string(), ActionMeta),
  handlerLocations: z.record(z.string(), z.string().nullable()).optional(),
  handlers: z
    .record(
      z.string(),
      wireObject({ canonicalSource: z.string().optional(), fileLoc: z.string().optional() }),
    )
    .optional(),
});

const FlatActionMeta = z.record(z.string(), ActionMeta);

export const ActionMetaAnswer = z
  .union([NestedActionMeta, FlatActionMeta])
  .describe('By source as configured; an action whose class cannot be imported is left out.');
export type ActionMetaAnswer = z.infer<typeof ActionMetaAnswer>;

const section = 'Message Catalog: WM -> ER, Requests';

export const runnerCommands = {
  'finecodeRunner/updateConfig': request({
    doc: 'Give the runner its actions, handlers and services; the first call makes it ready for runs.',
    section,
    params: wireObject({
      workingDir: z.string().min(1).describe('Absolute project directory.'),
      projectName: z.string(),
      projectDefPath: z.string().min(1).describe('Absolute path of the file that defines the project.'),
      config: RunnerConfig,
    }),
    result: Nothing,
    errors: ['duplicateAction', 'staleEntryPoints'],
  }),
  'finecodeRunner/getInfo': request({
    doc: 'Return facts about the running process.',
    section,
    params: Nothing,
    result: wireObject({
      logFilePath: z.string().nullable().describe('Null when the runner does not log to a file.'),
    }),
  }),
  'finecodeRunner/resolveActionMeta': request({
    doc: 'Return the canonical source and the execution mode of every action that can be imported here.',
    section,
    params: Nothing,
    result: ActionMetaAnswer,
  }),
  'finecodeRunner/updateLogging': request({
    doc: 'Start or stop sending log records to the Workspace Manager.',
    origin: 'peers',
    section: '4.4',
    params: wireObject({ forward: z.boolean(), forwardLevel: LogLevel.default('INFO') }),
    result: Nothing,
  }),
  'packages/resolvePath': request({
    doc: 'Return the directory of an installed package.',
    section,
    params: wireObject({ packageName: z.string().min(1) }),
    result: wireObject({ packagePath: z.string().describe('Absolute path.') }),
    errors: ['packageNotFound'],
  }),
};
