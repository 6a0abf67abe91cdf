import {
  createLog,
  createMemoryFileSystem,
  createMemorySink,
  createProcesses,
  createSystemClock,
  type LogRecord,
  readEnvironment,
} from '@tandem/platform';
import type { RunRequest } from '../core/execute-run.js';
import type { ExtensionLoader, ModuleExports } from '../core/extension-loader.js';
import type { ActionConfig, HandlerConfig, RunnerConfig } from '../core/runner-config.js';
import { RunnerCore } from '../core/runner-core.js';
import type { RunnerHost } from '../core/runner-host.js';
import { createStaticLoader } from '../core/static-loader.js';

export interface TestCore {
  readonly core: RunnerCore;
  readonly logged: readonly LogRecord[];
  readonly messages: readonly string[];
}

export interface TestCoreOptions {
  readonly host?: Partial<RunnerHost>;
  readonly files?: Readonly<Record<string, string>>;
  /** In place of the given modules. */
  readonly loader?: ExtensionLoader;
}

/** A core of env "dev" whose extension code is the given modules, and whose host has nobody to ask. */
export function createTestCore(
  modules: Readonly<Record<string, ModuleExports>>,
  options: TestCoreOptions = {},
): TestCore {
  const sink = createMemorySink();
  const messages: string[] = [];
  const nobody = async (): Promise<never> => {
    throw new Error('nobody is there to ask');
  };
  const core = new RunnerCore({
    envName: 'dev',
    loader: options.loader ?? createStaticLoader(new Map(Object.entries(modules))),
    fileSystem: createMemoryFileSystem(options.files),
    processes: createProcesses(),
    environment: readEnvironment(),
    log: createLog({ sink, clock: createSystemClock() }),
    host: {
      runInProject: nobody,
      runInWorkspace: nobody,
      subactions: nobody,
      rawConfig: nobody,
      applyEdit: nobody,
      tellUser: (kind, message) => void messages.push(`${kind}: ${message}`),
      ...options.host,
    },
  });
  return { core, logged: sink.records, messages };
}

export function runnerConfig(overrides: Partial<RunnerConfig> = {}): RunnerConfig {
  return {
    projectDir: '/project',
    projectName: 'project',
    projectDefPath: '/project/finecode.toml',
    actions: [],
    handlerConfigs: new Map(),
    services: [],
    handlersToInitialize: new Map(),
    ...overrides,
  };
}

/** An action whose handlers are exports of the module "m", named after themselves. */
export function actionConfig(
  name: string,
  handlers: readonly (string | Partial<HandlerConfig>)[],
): ActionConfig {
  return {
    name,
    source: `m#${name}`,
    handlers: handlers.map((handler) => {
      const given = typeof handler === 'string' ? { name: handler } : handler;
      return { name: '', source: `m#${given.name}`, env: 'dev', config: {}, ...given };
    }),
  };
}

export function runRequest(overrides: Partial<RunRequest> = {}): RunRequest {
  return {
    params: {},
    meta: { runId: 'run-1', trigger: 'user', devEnv: 'cli', orchestrationDepth: 0 },
    resultFormats: ['json'],
    signal: new AbortController().signal,
    ...overrides,
  };
}
