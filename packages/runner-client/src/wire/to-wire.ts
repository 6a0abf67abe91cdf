import type { erContract, InitializeParams, ParamsIn, ResultByFormat } from '@tandem/contracts';
import { LogLevel } from '@tandem/contracts';
import { type OperatingSystem, pathToFileUri } from '@tandem/platform';
import type {
  ActionCall,
  ActionInfo,
  FormattedResult,
  HandlersCall,
  ProjectInfo,
  RunnerConfig,
  RunnerStart,
} from '@tandem/workspace';
import { isJsonObject, jsonObject } from '../json.js';
import { posixPath } from '../posix-path.js';

type Params<Method extends keyof (typeof erContract)['methods']> = ParamsIn<typeof erContract, Method>;

/** Where the events of a run are to be sent; a token that is absent says that nobody listens. */
export interface StreamTokens {
  readonly partial: string | undefined;
  readonly progress: string | undefined;
}

export function initializeParams(
  start: RunnerStart,
  { os, processId }: { readonly os: OperatingSystem; readonly processId?: number | undefined },
): InitializeParams {
  return {
    processId: processId ?? null,
    clientInfo: { name: 'tandem-workspace-manager' },
    capabilities: {},
    workspaceFolders: [{ uri: pathToFileUri(start.projectDir, os), name: start.projectName }],
    initializationOptions: { tandem: { oneSpelling: true } },
  };
}

export function updateConfigParams(
  start: RunnerStart,
  config: RunnerConfig,
): Params<'finecodeRunner/updateConfig'> {
  const { handlersToInitialize, logging } = config;
  return {
    workingDir: start.projectDir,
    projectName: start.projectName,
    projectDefPath: start.projectFile,
    config: {
      actions: config.actions.map(({ name, source, config: own, handlers }) => ({
        name,
        source,
        config: jsonObject(own),
        handlers: handlers.map((handler) => ({
          name: handler.name,
          source: handler.source,
          config: jsonObject(handler.config),
          env: handler.envName,
          dependencies: [...handler.dependencies],
        })),
      })),
      action_handler_configs: mapValues(config.handlerConfigs, jsonObject),
      services: config.services.map((service) => ({
        interface: service.interface,
        source: service.source,
        env: service.envName,
        dependencies: [...service.dependencies],
        config: jsonObject(service.config),
      })),
      ...(handlersToInitialize && {
        handlers_to_initialize: mapValues(handlersToInitialize, (names) => [...names]),
      }),
      ...(logging && {
        logging: { defaultLevel: logging.defaultLevel, logGroups: { ...logging.logGroups } },
      }),
    },
  };
}

export function runParams(call: ActionCall, tokens: StreamTokens): Params<'actions/run'> {
  return { actionName: call.actionName, params: { ...call.params }, options: runOptions(call, tokens) };
}

export function runHandlersParams(call: HandlersCall, tokens: StreamTokens): Params<'actions/runHandlers'> {
  const { previousResult, previousContext } = call;
  return {
    actionName: call.actionName,
    handlerNames: [...call.handlerNames],
    params: { ...call.params },
    previousResult: isJsonObject(previousResult) ? previousResult : null,
    ...(previousContext !== undefined && { previousContext }),
    options: runOptions(call, tokens),
  };
}

function runOptions(call: ActionCall, tokens: StreamTokens): Params<'actions/run'>['options'] {
  return {
    meta: { ...call.meta },
    resultFormats: [...call.resultFormats],
    walRunId: call.runId,
    ...(tokens.partial !== undefined && { partialResultToken: tokens.partial }),
    ...(tokens.progress !== undefined && { progressToken: tokens.progress }),
  };
}

export function wireFormats({ json, string, styledText }: FormattedResult): ResultByFormat {
  return {
    ...(json !== undefined && { json }),
    ...(string !== undefined && { string }),
    ...(isStyledText(styledText) && { styled_text_json: styledText }),
  };
}

export function wireLogLevel(level: string): LogLevel {
  const known = LogLevel.safeParse(level.toUpperCase());
  return known.success ? known.data : 'INFO';
}

export function wireProjectStatus({ status }: ProjectInfo): 'valid' | 'no_config' | 'invalid' {
  return status === 'not-configured' ? 'no_config' : status;
}

export function wireAction(action: ActionInfo, os: OperatingSystem) {
  const {
    name,
    source,
    projectDir,
    handlers,
    canonicalSource,
    scope,
    language,
    parentActionSource,
    location,
  } = action;
  return {
    name,
    source,
    project: posixPath(projectDir, os),
    handlers: handlers.map((handler) => ({
      name: handler.name,
      source: handler.source,
      env: handler.envName,
    })),
    ...(canonicalSource !== undefined && { canonicalSource }),
    ...(scope !== undefined && { scope }),
    ...(language !== undefined && { language }),
    ...(parentActionSource !== undefined && { parentActionSource }),
    ...(location !== undefined && { fileLoc: location }),
  };
}

function isStyledText(value: unknown): value is NonNullable<ResultByFormat['styled_text_json']> {
  return isJsonObject(value) && Array.isArray(value['parts']);
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  map: (value: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
