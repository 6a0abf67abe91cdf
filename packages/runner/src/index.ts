export type { RunRequest } from './core/execute-run.js';
export type { ExtensionLoader, LoadedModules, LoadPlace, ModuleExports } from './core/extension-loader.js';
export type { FormattedResult, ResultByFormat, ResultFormat } from './core/result-formats.js';
export type { MergeOutcome, RunOutcome } from './core/run-outcome.js';
export type { ProgressEvent } from './core/run-progress.js';
export type {
  ActionConfig,
  HandlerConfig,
  JsonObject,
  RunnerConfig,
  ServiceConfig,
} from './core/runner-config.js';
export { type ActionFacts, RunnerCore, type RunnerCoreOptions } from './core/runner-core.js';
export { RunnerError, type RunnerErrorCode } from './core/runner-error.js';
export type { DocumentEdit, EditOutcome, NestedRun, RunnerHost } from './core/runner-host.js';
export { createStaticLoader } from './core/static-loader.js';
export { createLogRouter, type LogRouter } from './front/log-router.js';
export { type RunnerMainOptions, runnerMain } from './front/runner-main.js';
export { type RunnerOptions, type StartedRunner, startRunner } from './front/start-runner.js';
export { createModuleLoader } from './loading/module-loader.js';
