export { createDocumentReader, type DocumentReader } from './config-document.js';
export type { ConfigFiles } from './config-files.js';
export type { JsonTable, JsonValue } from './config-node.js';
export {
  type DiscoveredProject,
  type DiscoverOptions,
  type Discovery,
  discoverProjects,
} from './discover-projects.js';
export { type ConfigSources, type ExplainedValue, formatSource } from './explain.js';
export type { PresetLookup, PresetResolver } from './find-preset.js';
export type { KeyPath, ValueSource } from './origin.js';
export type { HandlerOverrides } from './overrides.js';
export { type ConfigProblem, formatProblem } from './problem.js';
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
} from './project-config.js';
export {
  overrideProject,
  type ProjectReading,
  type ReadProjectOptions,
  readProject,
  type ValidProject,
} from './read-project.js';
