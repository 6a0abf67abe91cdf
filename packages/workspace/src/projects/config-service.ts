import type { HandlerOverrides } from '@tandem/config';
import type { Log } from '@tandem/platform';
import { mapBounded } from '../concurrency/bounded.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import type { ActiveRuns } from '../runs/active-runs.js';
import { messageOf, WorkspaceError } from '../workspace-error.js';
import type { EventHub } from '../workspace-events.js';
import type { ConfigWatch } from './config-watch.js';
import type { Project } from './project.js';
import type { ReloadedProject, ReloadOptions } from './project-info.js';
import type { ProjectLoader } from './project-loader.js';
import type { ProjectRegistry } from './project-registry.js';

export interface ConfigServiceOptions {
  readonly registry: ProjectRegistry;
  readonly loader: ProjectLoader;
  readonly pool: RunnerPool;
  readonly runs: ActiveRuns;
  readonly hub: EventHub;
  readonly log: Log;
  readonly watch: ConfigWatch;
  /** Looks for projects that came and went; gives those that came. */
  rescan(options: { readonly signal: AbortSignal }): Promise<readonly Project[]>;
  /** What was remembered of the project is not true any more. */
  projectChanged(project: Project): void;
}

type Cancellable = { readonly signal: AbortSignal };

const projectsAtOnce = 32;

/** Keeps configuration and runners true to the files and to the overrides. */
export class ConfigService {
  readonly #options: ConfigServiceOptions;

  constructor(options: ConfigServiceOptions) {
    this.#options = options;
  }

  async setOverrides(overrides: HandlerOverrides, options: Cancellable): Promise<void> {
    const { registry, loader } = this.#options;
    const projects = registry.projects.filter(({ valid }) => valid !== undefined);
    loader.override(projects, overrides);
    await mapBounded(projects, projectsAtOnce, (project) => this.#push(project, options));
  }

  async reload({
    signal,
    projectDir,
    rescan,
    cancelRuns,
  }: ReloadOptions): Promise<readonly ReloadedProject[]> {
    const { registry } = this.#options;
    const known =
      projectDir === undefined
        ? registry.projects.filter(({ isInitialised, status }) => isInitialised || status === 'invalid')
        : [registry.require(projectDir)];
    const added = rescan === true ? await this.#options.rescan({ signal }) : [];
    const projects = [...new Set([...known, ...added])].filter((project) => registry.has(project));
    return mapBounded(projects, projectsAtOnce, (project) =>
      this.#reload(project, { signal, cancelRuns: cancelRuns === true }),
    );
  }

  /** A file of the project changed by itself: nobody asked, so problems go to the user. */
  async fileChanged(project: Project, options: Cancellable): Promise<void> {
    try {
      const before = project.status;
      await this.#read(project, options);
      if (project.complaint !== undefined) this.#options.hub.userMessage(project.complaint);
      if (project.status === 'invalid')
        this.#options.log.info('project became invalid', { project: project.dir, before });
    } catch (error) {
      if (options.signal.aborted) return;
      this.#options.log.error('a changed configuration was not taken over', {
        project: project.dir,
        error: messageOf(error),
      });
    }
  }

  async #reload(project: Project, options: Cancellable & { cancelRuns: boolean }): Promise<ReloadedProject> {
    const { runs } = this.#options;
    const runsInFlight = runs.inProject(project.dir).length;
    const report = { projectDir: project.dir, actionsAdded: [], actionsRemoved: [], runsInFlight };
    if (runsInFlight > 0 && !options.cancelRuns) return { ...report, outcome: 'busy' };
    runs.cancelIn(project.dir, new WorkspaceError('run-cancelled', 'The configuration is read again.'));
    const before = sourcesOf(project);
    try {
      await this.#read(project, options);
      project.requireConfig();
      const after = sourcesOf(project);
      return {
        ...report,
        outcome: 'reloaded',
        actionsAdded: [...after].filter((source) => !before.has(source)),
        actionsRemoved: [...before].filter((source) => !after.has(source)),
      };
    } catch (error) {
      options.signal.throwIfAborted();
      return { ...report, outcome: 'failed', problem: messageOf(error) };
    }
  }

  async #read(project: Project, { signal }: Cancellable): Promise<void> {
    const { loader, watch, registry } = this.#options;
    await loader.load(project, { signal, mayStartRunner: false });
    if (!registry.has(project)) return;
    watch.follow(project);
    await this.#push(project, { signal });
  }

  async #push(project: Project, options: Cancellable): Promise<void> {
    const { pool, projectChanged } = this.#options;
    projectChanged(project);
    if (project.valid !== undefined) await pool.reconfigure(project.dir, options);
  }
}

function sourcesOf(project: Project): ReadonlySet<string> {
  return new Set(project.valid?.project.actions.map(({ source }) => source));
}
