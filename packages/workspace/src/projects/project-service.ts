import { createDocumentReader, type DocumentReader, discoverProjects } from '@tandem/config';
import type { FileSystem } from '@tandem/platform';
import type { TreeAnnouncer } from '../actions/tree-announcer.js';
import type { ClientSession } from '../clients/client-session.js';
import { howToTrust, mayRunCode, type TrustPolicy } from '../clients/trust.js';
import { mapBounded } from '../concurrency/bounded.js';
import { runnerEnvs } from '../runners/runner-config.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import { messageOf, WorkspaceError } from '../workspace-error.js';
import type { EventHub } from '../workspace-events.js';
import type { ConfigWatch } from './config-watch.js';
import type { Project } from './project.js';
import type { AddDirOptions, ProjectInfo } from './project-info.js';
import type { ProjectLoader } from './project-loader.js';
import type { ProjectRegistry } from './project-registry.js';

export interface ProjectServiceOptions {
  readonly registry: ProjectRegistry;
  readonly loader: ProjectLoader;
  readonly pool: RunnerPool;
  readonly watch: ConfigWatch;
  readonly hub: EventHub;
  readonly files: FileSystem;
  readonly trust: TrustPolicy;
  readonly announcer: TreeAnnouncer;
  /** Runners that start from now on create all handlers of the project at once. */
  initializeHandlersOf(project: Project): void;
}

/** Enough to keep the disk busy. */
const readsAtOnce = 32;
const startsAtOnce = 8;

/** Adds and removes the folders of the workspace. */
export class ProjectService {
  readonly #options: ProjectServiceOptions;
  readonly #initialising = new Map<Project, Promise<unknown>>();

  constructor(options: ProjectServiceOptions) {
    this.#options = options;
  }

  async addDir(
    session: ClientSession,
    dirPath: string,
    options: AddDirOptions,
  ): Promise<readonly ProjectInfo[]> {
    const { registry } = this.#options;
    const { signal, startRunners = true, initializeAllHandlers = true } = options;
    const dir = registry.normalDir(dirPath);
    const documents = createDocumentReader(this.#options.files);
    await this.#discover(dir, { signal, documents });
    const inDir = new Set(registry.below(dir));
    const wanted = registry.select(options.projects).filter((project) => inDir.has(project));
    const mine = await this.#initialise(wanted, { signal, documents });
    this.#complain(mine);
    if (startRunners) {
      if (initializeAllHandlers) for (const project of mine) this.#options.initializeHandlersOf(project);
      await this.startRunners(session, mine, { signal });
    }
    this.#announceDirs();
    return mine.map(({ info }) => info);
  }

  /** Looks for projects that came and went; gives those that came. */
  async rescan(options: { readonly signal: AbortSignal }): Promise<readonly Project[]> {
    const { registry, files } = this.#options;
    const before = new Set(registry.projects);
    const found = new Set<Project>();
    for (const dir of registry.dirs) {
      const documents = createDocumentReader(files);
      for (const project of await this.#discover(dir, { ...options, documents })) found.add(project);
    }
    await Promise.all([...before].filter((project) => !found.has(project)).map((gone) => this.#forget(gone)));
    this.#announceDirs();
    return [...found].filter((project) => !before.has(project));
  }

  async removeDir(dirPath: string): Promise<void> {
    const { registry, announcer } = this.#options;
    const dir = registry.normalDir(dirPath);
    const orphans = registry.removeDir(dir);
    announcer.forget(dir);
    await Promise.all(orphans.map((project) => this.#forget(project)));
    this.#announceDirs();
  }

  /** A runner that does not start is told to the user and costs the others nothing. */
  async startRunners(
    session: ClientSession,
    projects: readonly Project[],
    { signal }: { readonly signal: AbortSignal },
  ): Promise<void> {
    const { trust, hub, loader, watch, pool } = this.#options;
    const trusted: Project[] = [];
    for (const project of projects) {
      if (project.valid === undefined) continue;
      if (await mayRunCode(session, project.dir, trust)) trusted.push(project);
      else hub.userMessage({ kind: 'warning', message: howToTrust(project.dir) });
    }
    const failures = await mapBounded(trusted, startsAtOnce, async (project) => {
      if (project.valid !== undefined && project.valid.project.unresolvedPresets.length > 0) {
        await loader.load(project, { signal, mayStartRunner: true });
        watch.follow(project);
        await pool.reconfigure(project.dir, { signal });
      }
      return this.#startRunnersOf(project);
    });
    signal.throwIfAborted();
    for (const message of failures.flat()) hub.userMessage({ kind: 'error', message });
  }

  /** Reads the projects that nobody has read, or that were broken; gives those. What another call reads is waited for. */
  async #initialise(
    wanted: readonly Project[],
    options: { readonly signal: AbortSignal; readonly documents: DocumentReader },
  ): Promise<readonly Project[]> {
    const { loader, watch } = this.#options;
    const others = new Set(wanted.flatMap((project) => this.#initialising.get(project) ?? []));
    const mine = wanted.filter((project) => !project.isInitialised && !this.#initialising.has(project));
    const reading = mapBounded(mine, readsAtOnce, async (project) => {
      await loader.load(project, { ...options, mayStartRunner: false });
      watch.follow(project);
    });
    for (const project of mine) this.#initialising.set(project, reading);
    try {
      await reading;
    } finally {
      for (const project of mine) this.#initialising.delete(project);
    }
    await Promise.allSettled(others);
    // The other call may have been cancelled.
    const left = wanted.filter(({ isRead }) => !isRead);
    return left.length === 0 ? mine : [...mine, ...(await this.#initialise(left, options))];
  }

  async #startRunnersOf(project: Project): Promise<readonly string[]> {
    if (project.valid === undefined) return [];
    const started = await Promise.allSettled(
      runnerEnvs(project.valid.project).map((envName) =>
        this.#options.pool.get({ projectDir: project.dir, envName }),
      ),
    );
    return started.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []));
  }

  async #discover(
    dir: string,
    options: { readonly signal: AbortSignal; readonly documents: DocumentReader },
  ): Promise<readonly Project[]> {
    const { registry, files, hub } = this.#options;
    try {
      const { projects, unreadable } = await discoverProjects(dir, { files, ...options });
      registry.addDir(dir);
      for (const { dir: folder, reason } of unreadable)
        hub.userMessage({ kind: 'warning', message: `${folder} was not searched for projects: ${reason}` });
      return projects.map((found) => registry.register(found));
    } catch (error) {
      options.signal.throwIfAborted();
      throw new WorkspaceError(
        'dir-not-found',
        `${dir} cannot be searched for projects: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  /** Projects came, went, or are below another folder now. */
  #announceDirs(): void {
    for (const dir of this.#options.registry.dirs) this.#options.announcer.dirChanged(dir);
  }

  async #forget(project: Project): Promise<void> {
    const { registry, watch, pool, announcer } = this.#options;
    registry.forget(project);
    announcer.forget(project.dir);
    watch.unfollow(project);
    await pool.forget(project.dir);
  }

  #complain(projects: readonly Project[]): void {
    for (const { complaint } of projects)
      if (complaint !== undefined) this.#options.hub.userMessage(complaint);
  }
}
