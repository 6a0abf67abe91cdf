export { type ConfigProblem, formatProblem } from './checks/problem.js';
export {
  type DiscoveredProject,
  type DiscoverOptions,
  type Discovery,
  discoverProjects,
} from './discovery/discover-projects.js';
export { createDocumentReader, type DocumentReader } from './document/config-document.js';
export type { ConfigFiles } from './document/config-files.js';
export type { JsonTable, JsonValue } from './document/config-node.js';
export type { KeyPath, ValueSource } from './document/origin.js';
export type { PresetLookup, PresetResolver } from './layers/find-preset.js';
export type { HandlerOverrides } from './layers/overrides.js';
export { type ConfigSources, type ExplainedValue, formatSource } from './project/explain.js';
export type {
  ActionConfig,
  EnvironmentConfig,
  EnvironmentRuntime,
  HandlerConfig,
  LoggingSettings,
  PresetInfo,
  ProjectConfig,
  RunnerSettings,
  ServiceConfig,
} from './project/project-config.js';
export {
  type InvalidProject,
  overrideProject,
  type ProjectReading,
  type ReadProjectOptions,
  readProject,
  type ValidProject,
} from './project/read-project.js';
export { type RunnerLogging, runnerLogging } from './project/runner-logging.js';
export {
  type EnvironmentSelection,
  type SelectionRequest,
  selectEnvironments,
} from './project/select-environments.js';
export {
  type ReadWorkspaceOptions,
  readWorkspaceFile,
  type WorkspaceReading,
  type WorkspaceSettings,
  workspaceFileName,
} from './workspace/workspace-file.js';
