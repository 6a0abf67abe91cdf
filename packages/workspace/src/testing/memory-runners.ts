import type { RunnerLauncher } from '../runners/runner-port.js';
import { WorkspaceError } from '../workspace-error.js';
import type { MemoryRunnersOptions } from './memory-handler.js';
import { MemoryRunner } from './memory-runner.js';

export interface MemoryRunners extends RunnerLauncher {
  /** Every runner that was ever started. */
  readonly all: readonly MemoryRunner[];
  /** The one that runs at this address. */
  at(projectDir: string, envName: string): MemoryRunner;
  /** May be changed while runners run, as files may. */
  readonly missingEnvs: Set<string>;
}

/** Runners without processes: their handlers are plain functions. */
export function createMemoryRunners(options: MemoryRunnersOptions = {}): MemoryRunners {
  const all: MemoryRunner[] = [];
  const missingEnvs = new Set(options.missingEnvs);
  return {
    all,
    missingEnvs,
    at(projectDir, envName) {
      const found = all.findLast(
        ({ start, isRunning }) => isRunning && start.projectDir === projectDir && start.envName === envName,
      );
      if (found === undefined) throw new Error(`no runner at ${projectDir} ${envName}`);
      return found;
    },
    async start(start, host, launchOptions) {
      if (missingEnvs.has(start.envDir))
        throw new WorkspaceError('env-not-found', `${start.envDir} does not exist.`);
      await options.beforeStart?.(start, launchOptions);
      launchOptions.signal.throwIfAborted();
      const runner = new MemoryRunner(start, host, options);
      all.push(runner);
      return runner;
    },
    checkEnv: async ({ envDir }) => !missingEnvs.has(envDir),
  };
}
