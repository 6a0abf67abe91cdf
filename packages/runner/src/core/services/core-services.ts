import {
  type Action,
  ActionRunner,
  CommandRunner,
  FileAccess,
  FileCache,
  Logger,
  ProjectInfo,
  type RunMeta,
  UserMessages,
} from '@tandem/extension-api';
import type { Environment, FileSystem, Log, Processes } from '@tandem/platform';
import type { DocumentOverlay } from '../documents.js';
import type { RunnerConfig } from '../runner-config.js';
import type { RunnerHost } from '../runner-host.js';
import { createActionRunner } from './action-runner.js';
import { createCommandRunner } from './command-runner.js';
import type { CommandSlots } from './command-slots.js';
import { createFileAccess } from './file-access.js';
import type { FileCacheStore } from './file-cache.js';

/** For whom services are made: one handler in one run, or one service of the extension's own. */
export interface ServiceScope {
  /** Names the owner in logs and keeps its cache apart. */
  readonly owner: string;
  readonly meta: RunMeta;
  readonly signal: AbortSignal;
}

export interface CoreServiceParts {
  readonly config: RunnerConfig;
  readonly envName: string;
  readonly host: RunnerHost;
  readonly documents: DocumentOverlay;
  readonly fileSystem: FileSystem;
  readonly processes: Processes;
  readonly environment: Environment;
  readonly slots: CommandSlots;
  readonly cache: FileCacheStore;
  readonly log: Log;
  sourceOf(action: Action): Promise<string>;
  describeStack(error: Error): string;
}

/** The services that every runner offers, by the id of their token; each is made when it is asked for. */
export function coreServices(
  parts: CoreServiceParts,
  scope: ServiceScope,
): ReadonlyMap<string, () => unknown> {
  const { config, host } = parts;
  const { projectDir } = config;
  const files = (): FileAccess => createFileAccess({ ...parts, projectDir });
  return new Map<string, () => unknown>([
    [FileAccess.id, files],
    [FileCache.id, () => parts.cache.view(scope.owner, files())],
    [CommandRunner.id, () => createCommandRunner({ ...parts, projectDir, signal: scope.signal })],
    [ActionRunner.id, () => createActionRunner({ ...parts, meta: scope.meta, signal: scope.signal })],
    [Logger.id, () => createLogger(parts, scope)],
    [ProjectInfo.id, () => createProjectInfo(parts)],
    [
      UserMessages.id,
      (): UserMessages => ({
        info: (message) => host.tellUser('info', message),
        warning: (message) => host.tellUser('warning', message),
        error: (message) => host.tellUser('error', message),
      }),
    ],
  ]);
}

function createLogger(
  { log: runnerLog, describeStack }: CoreServiceParts,
  { owner, meta }: ServiceScope,
): Logger {
  const log = runnerLog.child({ group: owner, runId: meta.runId });
  return {
    debug: (message) => log.debug(message),
    info: (message) => log.info(message),
    warning: (message) => log.warn(message),
    error(message, error) {
      if (error === undefined) log.error(message);
      else log.error(message, { error: error instanceof Error ? describeStack(error) : error });
    },
  };
}

function createProjectInfo({ config, envName, host }: CoreServiceParts): ProjectInfo {
  return {
    name: config.projectName,
    dir: config.projectDir,
    definitionPath: config.projectDefPath,
    envName,
    rawConfig: (definitionPath = config.projectDefPath) => host.rawConfig(definitionPath),
  };
}
