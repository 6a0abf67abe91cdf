import { randomUUID } from 'node:crypto';
import { type ErRunParams, type erContract, type ParamsOut, runnerDevEnv } from '@tandem/contracts';
import type { RunMeta } from '@tandem/extension-api';
import type { RunnerConfig } from '../core/runner-config.js';

type UpdateConfigParams = ParamsOut<typeof erContract, 'finecodeRunner/updateConfig'>;

export function toRunnerConfig({
  workingDir,
  projectName,
  projectDefPath,
  config,
}: UpdateConfigParams): RunnerConfig {
  return {
    projectDir: workingDir,
    projectName,
    projectDefPath,
    actions: config.actions.map(({ name, source, handlers }) => ({
      name,
      source,
      handlers: handlers.map((handler) => ({
        name: handler.name,
        source: handler.source,
        env: handler.env,
        config: handler.config,
      })),
    })),
    handlerConfigs: new Map(Object.entries(config.action_handler_configs)),
    services: (config.services ?? []).map((service) => ({
      interface: service.interface,
      source: service.source,
      env: service.env ?? '',
      config: service.config ?? {},
    })),
    handlersToInitialize: new Map(Object.entries(config.handlers_to_initialize ?? {})),
  };
}

export function toRunMeta({ meta, walRunId }: ErRunParams['options']): RunMeta {
  const { trigger, devEnv, orchestrationDepth } = meta;
  return { runId: walRunId ?? randomUUID(), trigger, devEnv: runnerDevEnv(devEnv), orchestrationDepth };
}
