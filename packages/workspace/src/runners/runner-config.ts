import { type ProjectConfig, runnerLogging } from '@tandem/config';
import type { RunnerConfig } from './runner-port.js';

export interface RunnerConfigOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Create all handlers when the runner is configured, not when they are first needed. */
  readonly initializeAllHandlers: boolean;
}

/**
 * What the runner of one environment has to know: the actions that have a handler there, with all their handlers,
 * because a runner that runs one of them in a chain has to know its neighbours.
 */
export function runnerConfigOf(
  project: ProjectConfig,
  envName: string,
  { variables, initializeAllHandlers }: RunnerConfigOptions,
): RunnerConfig {
  const actions = project.actions.filter(({ handlers }) => handlers.some(({ env }) => env === envName));
  const { level, logGroups } = runnerLogging(project.runners, envName, variables);
  return {
    actions: actions.map(({ name, source, config, handlers }) => ({
      name,
      source,
      config: config ?? {},
      handlers: handlers.map((handler) => ({
        name: handler.name,
        source: handler.source,
        envName: handler.env,
        config: handler.config ?? {},
        dependencies: handler.dependencies,
      })),
    })),
    handlerConfigs: project.handlerConfigs,
    services: project.services.map((service) => ({
      interface: service.interface,
      source: service.source,
      envName: service.env,
      config: service.config ?? {},
      dependencies: service.dependencies,
    })),
    logging: { defaultLevel: level, logGroups },
    ...(initializeAllHandlers && { handlersToInitialize: handlersIn(actions, envName) }),
  };
}

function handlersIn(
  actions: ProjectConfig['actions'],
  envName: string,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    actions.map(({ name, handlers }) => [
      name,
      handlers.filter(({ env }) => env === envName).map((handler) => handler.name),
    ]),
  );
}

/** The environments that have work for a runner. */
export function runnerEnvs({ actions, services, environments }: ProjectConfig): readonly string[] {
  const used = new Set([
    ...actions.flatMap(({ handlers }) => handlers.map(({ env }) => env)),
    ...services.map(({ env }) => env),
  ]);
  return environments.filter(({ name, hasRunner }) => hasRunner && used.has(name)).map(({ name }) => name);
}
