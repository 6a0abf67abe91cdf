import type { Project } from '../projects/project.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import { WorkspaceError } from '../workspace-error.js';
import { runnerConfigOf } from './runner-config.js';
import type { RunnerSetup } from './runner-pool.js';
import type { RunnerAddress } from './runner-port.js';

export interface RunnerSetupsOptions {
  readonly registry: ProjectRegistry;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly writeAheadLog: boolean;
}

/** The environment for tooling, whose packages may be presets. */
const toolingEnv = 'dev_workspace';

/** Says how a runner is started and what it has to know, from the configuration as it is at that moment. */
export class RunnerSetups {
  readonly #options: RunnerSetupsOptions;
  readonly #eager = new WeakSet<Project>();

  constructor(options: RunnerSetupsOptions) {
    this.#options = options;
  }

  /** Runners of the project that start from now on create all handlers at once. */
  initializeHandlersOf(project: Project): void {
    this.#eager.add(project);
  }

  of({ projectDir, envName }: RunnerAddress): RunnerSetup {
    const { registry, variables, writeAheadLog } = this.#options;
    const project = registry.require(projectDir);
    const config = project.requireConfig();
    const environment = config.environments.find(({ name }) => name === envName);
    if (environment === undefined)
      throw new WorkspaceError(
        'env-not-found',
        `Project "${project.name}" has no environment "${envName}". It has: ${config.environments.map(({ name }) => name).join(', ')}.`,
      );
    if (!environment.hasRunner)
      throw new WorkspaceError(
        'env-not-found',
        `Environment "${envName}" of "${project.name}" holds the project alone; no tools run in it. Give the handler another env.`,
      );
    return {
      start: {
        projectDir: project.dir,
        projectName: project.name,
        projectFile: config.definitionFile,
        envName,
        runtime: environment.runtime,
        envDir: environment.dir,
        nodeModulesDirs: environment.nodeModulesDirs,
        debug: environment.debug,
        writeAheadLog,
      },
      config: runnerConfigOf(config, envName, {
        variables,
        initializeAllHandlers: this.#eager.has(project),
      }),
    };
  }

  /** The runner that knows the Python packages that a project's presets may be. */
  presetRunnerOf(project: Project): RunnerAddress | undefined {
    const tooling = project.valid?.project.environments.find(({ name }) => name === toolingEnv);
    return tooling?.runtime === 'python' ? { projectDir: project.dir, envName: toolingEnv } : undefined;
  }
}
