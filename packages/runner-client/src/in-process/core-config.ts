import type { RunnerConfig as CoreConfig } from '@tandem/runner';
import type { RunnerConfig, RunnerStart } from '@tandem/workspace';
import { jsonObject } from '../json.js';

export function coreConfig(start: RunnerStart, config: RunnerConfig): CoreConfig {
  return {
    projectDir: start.projectDir,
    projectName: start.projectName,
    projectDefPath: start.projectFile,
    actions: config.actions.map(({ name, source, handlers }) => ({
      name,
      source,
      handlers: handlers.map((handler) => ({
        name: handler.name,
        source: handler.source,
        env: handler.envName,
        config: jsonObject(handler.config),
      })),
    })),
    handlerConfigs: new Map(
      Object.entries(config.handlerConfigs).map(([source, own]) => [source, jsonObject(own)]),
    ),
    services: config.services.map((service) => ({
      interface: service.interface,
      source: service.source,
      env: service.envName,
      config: jsonObject(service.config),
    })),
    handlersToInitialize: new Map(Object.entries(config.handlersToInitialize ?? {})),
  };
}
