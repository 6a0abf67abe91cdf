export { apexContract, apexRequestForms } from './apex/contract.js';
export { type ApexHostToolName, apexHostTools, type HostTool, HostToolResult } from './apex/host-tools.js';
export { type Caller, type CallerOptions, connectClient, connectServer } from './core/caller.js';
export { type Decoded, decode, encode } from './core/codec.js';
export {
  type Contract,
  type Direction,
  defineContract,
  type ErrorSpec,
  type Errors,
  type MessageDirection,
  type MessageSpec,
  type MethodNames,
  type Methods,
  type NotificationSpec,
  notification,
  type Origin,
  type ParamsIn,
  type ParamsOut,
  type RequestSpec,
  type ResultIn,
  type ResultOut,
  request,
} from './core/contract.js';
export { ContractError, type ContractErrorCode } from './core/contract-error.js';
export type { DialectSpec, ShapeDifference } from './core/dialect.js';
export { JsonObject } from './core/json.js';
export { nearest } from './core/nearest.js';
export { formatPath, type Problem } from './core/problem.js';
export type { Requirement } from './core/requirement.js';
export { type Handlers, type ServeOptions, serve, serveSome } from './core/serve.js';
export { type Spelling, spelled, spellingsFor } from './core/spelling.js';
export { openObject, wireObject } from './core/wire-object.js';
export { renderDocs } from './docs/render-docs.js';
export { ednContract } from './edn/contract.js';
export { type EdnErrorCode, ednErrors, ednTransportCodes } from './edn/errors.js';
export {
  type ErrorFrame,
  type EventFrame,
  ednFrames,
  type RequestFrame,
  type ResponseFrame,
} from './edn/frames.js';
export { type RequestReading, readRequest } from './edn/read-request.js';
export { erContract } from './er/contract.js';
export {
  dialectForManager,
  dialectForRunner,
  type ErDialect,
  erDialectSpecs,
  erDialects,
} from './er/dialects.js';
export type { InitializeParams, InitializeResult } from './er/lifecycle.js';
export type { ActionMeta, ActionMetaAnswer, RunnerConfig } from './er/runner.js';
export type {
  CommandError,
  ErRunParams,
  RunAnswer,
  RunHandlersAnswer,
  RunHandlersParams,
  RunMeta,
} from './er/runs.js';
export {
  type ActionMetaTable,
  isNestedActionMeta,
  type ProgressValue,
  readActionMeta,
  readFormats,
  readProgressValue,
  readProjectResult,
  readRawConfig,
} from './er/shapes.js';
export { type LspCommand, type LspCommandName, lspCommands } from './lsp/commands.js';
export { lspContract } from './lsp/contract.js';
export { DocumentUri } from './lsp/document-uri.js';
export { type LspFeature, lspFeatures } from './lsp/features.js';
export { isLspCommand, readCommand } from './lsp/read-command.js';
export { allRequirements } from './requirements.js';
export {
  DevEnv,
  LogLevel,
  PayloadSchema,
  Progress,
  ResultByFormat,
  ResultFormat,
  runnerDevEnv,
  Token,
  Trigger,
  UserMessage,
} from './vocabulary/runs.js';
export { ContentChange, Position, Range, TextEdit, WorkspaceEdit } from './vocabulary/text-edits.js';
export type { Action } from './wm/actions.js';
export { wmContract } from './wm/contract.js';
export type {
  ActionResult,
  BatchResult,
  RunBatchParams,
  RunParams,
  RunResult,
  StreamTokens,
} from './wm/run.js';
export { streamTokens } from './wm/run.js';
export type { Runner, RunnerStatus } from './wm/runners.js';
export type { LogRecord } from './wm/server.js';
export { NodeType, type TreeNode } from './wm/tree.js';
export type { Project, ProjectStatus } from './wm/workspace.js';
