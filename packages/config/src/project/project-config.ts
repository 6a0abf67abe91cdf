import type { JsonTable } from '../document/config-node.js';

/** What a project's merged configuration says, ready to be acted on. */
export interface ProjectConfig {
  readonly dir: string;
  readonly name: string;
  readonly definitionFile: string;
  readonly actions: readonly ActionConfig[];
  /** `[[action_handler]]`: settings by handler source, for every action that uses it. A handler's own settings win over them. */
  readonly handlerConfigs: Readonly<Record<string, JsonTable>>;
  readonly services: readonly ServiceConfig[];
  readonly environments: readonly EnvironmentConfig[];
  readonly runners: RunnerSettings;
  readonly presets: readonly PresetInfo[];
  /** Presets that were left out because no resolver for Python packages was given. */
  readonly unresolvedPresets: readonly string[];
}

export interface ActionConfig {
  readonly name: string;
  readonly source: string;
  readonly config: JsonTable | undefined;
  /** Enabled ones only, in the order in which they run. */
  readonly handlers: readonly HandlerConfig[];
}

export interface HandlerConfig {
  readonly name: string;
  readonly source: string;
  readonly env: string;
  readonly dependencies: readonly string[];
  readonly dependenciesOverride: readonly string[];
  readonly config: JsonTable | undefined;
}

export interface ServiceConfig {
  readonly interface: string;
  readonly source: string;
  readonly env: string;
  readonly dependencies: readonly string[];
  readonly config: JsonTable | undefined;
}

export type EnvironmentRuntime = 'python' | 'node';

export interface EnvironmentConfig {
  readonly name: string;
  readonly runtime: EnvironmentRuntime;
  /** `.venvs/<env>` of the project. */
  readonly dir: string;
  /** Where a Node runner looks for packages, best first; empty for Python. */
  readonly nodeModulesDirs: readonly string[];
  /** The environment `runtime` holds the project alone and never runs tools. */
  readonly hasRunner: boolean;
  readonly debug: boolean;
  readonly installProject: boolean;
  /** For one column of an interpreter matrix: the environment it was made of, and which interpreter it has. */
  readonly matrix: { readonly base: string; readonly interpreter: string } | undefined;
  readonly defaultInterpreters: JsonTable | undefined;
}

export interface RunnerSettings {
  readonly logging: LoggingSettings;
  readonly envs: Readonly<Record<string, { readonly logging: LoggingSettings }>>;
}

export interface LoggingSettings {
  readonly defaultLevel: string | undefined;
  readonly logGroups: Readonly<Record<string, string>>;
}

export interface PresetInfo {
  readonly name: string;
  readonly file: string;
}
