import { join } from 'node:path';
import { workspaceFileName } from '@tandem/config';
import type { FileSystem } from '@tandem/platform';
import { type ActionFinder, findKnownAction } from '../actions/find-action.js';
import type { ClientSession } from '../clients/client-session.js';
import { mayRunCode, requireTrust, type TrustPolicy } from '../clients/trust.js';
import { mapBounded } from '../concurrency/bounded.js';
import type { Project } from '../projects/project.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import { WorkspaceError } from '../workspace-error.js';
import type { ActionTarget } from './action-executor.js';
import type { RunLimits } from './run-limits.js';

export interface RunTargetsOptions {
  readonly registry: ProjectRegistry;
  readonly finder: ActionFinder;
  readonly trust: TrustPolicy;
  readonly files: Pick<FileSystem, 'stat'>;
  readonly limits: RunLimits;
  /** Reads the configuration of a project that has not been needed before, with all its presets. */
  makeReady(project: Project, options: { readonly signal: AbortSignal }): Promise<void>;
}

type Cancellable = { readonly signal: AbortSignal };

/** Decides in which projects a request runs. */
export class RunTargets {
  readonly #options: RunTargetsOptions;

  constructor(options: RunTargetsOptions) {
    this.#options = options;
  }

  async inProject(
    session: ClientSession,
    projectDir: string,
    source: string,
    options: Cancellable,
  ): Promise<ActionTarget> {
    const { registry, trust, finder } = this.#options;
    const project = registry.require(projectDir);
    await requireTrust(session, project.dir, trust);
    const known = findKnownAction(project, source);
    if (known !== undefined) return { project, action: known };
    await this.#options.makeReady(project, options);
    return { project, action: await finder.require(project, source) };
  }

  /** Every project that has the action. */
  async declaring(
    session: ClientSession,
    source: string,
    options: Cancellable,
  ): Promise<readonly ActionTarget[]> {
    const projects = this.#options.registry.projects.filter(({ status }) => status === 'valid');
    const known = knownTargets(projects, new Set([source]));
    // A project that configures the action as these do has it too, though no runner may have told its canonical source.
    const sources = new Set([source, ...known.map(({ action }) => action.source)]);
    const targets =
      known.length > 0
        ? knownTargets(projects, sources)
        : await this.#findByAsking(session, projects, source, options);
    if (targets.length === 0)
      throw new WorkspaceError('action-not-found', `No project of this workspace has an action "${source}".`);
    this.assertFanOut(targets.length, source);
    return targets;
  }

  /** Like `declaring`, but an action for the whole workspace runs once, at its root. */
  async everywhere(
    session: ClientSession,
    source: string,
    options: Cancellable,
  ): Promise<readonly ActionTarget[]> {
    const targets = await this.declaring(session, source, options);
    const [first] = await this.#trusted(session, targets);
    if (first === undefined) return targets;
    const meta = await this.#options.finder.metaOf(first.project, first.action);
    return meta?.scope === 'workspace' ? [await this.#atRoot(targets, first)] : targets;
  }

  assertFanOut(count: number, what: string): void {
    const { projectFanOut } = this.#options.limits;
    if (count <= projectFanOut) return;
    throw new WorkspaceError(
      'limit-reached',
      `${what} would run in ${count} projects at once; the limit is ${projectFanOut}. Name the projects to run in.`,
    );
  }

  /**
   * Of several targets those whose action has this canonical source; an alias leaves none and is refused. An action that
   * cannot be loaded has no canonical source: running it tells why. So does running what the session may not run.
   */
  async withCanonicalSource(
    session: ClientSession,
    targets: readonly ActionTarget[],
    source: string,
  ): Promise<readonly ActionTarget[]> {
    const { finder, limits, trust } = this.#options;
    const others = new Set<string>();
    const kept = await mapBounded(targets, limits.concurrentProjects, async (target) => {
      const { project, action } = target;
      if (!(await mayRunCode(session, project.dir, trust))) return [target];
      const meta = await finder.metaOf(project, action);
      if (meta === undefined || meta.canonicalSource === source) return [target];
      others.add(meta.canonicalSource);
      return [];
    });
    if (kept.some((one) => one.length > 0)) return kept.flat();
    throw new WorkspaceError(
      'action-not-found',
      `"${source}" is an alias; a handler has to name the action by its canonical source: ${[...others].join(', ')}.`,
    );
  }

  async #findByAsking(
    session: ClientSession,
    projects: readonly Project[],
    source: string,
    options: Cancellable,
  ): Promise<readonly ActionTarget[]> {
    const { trust, finder, makeReady, limits } = this.#options;
    const found = await mapBounded(projects, limits.concurrentProjects, async (project) => {
      if (!(await mayRunCode(session, project.dir, trust))) return [];
      await makeReady(project, options);
      const action = await finder.find(project, source);
      return action === undefined ? [] : [{ project, action }];
    });
    return found.flat();
  }

  async #trusted(session: ClientSession, targets: readonly ActionTarget[]): Promise<readonly ActionTarget[]> {
    const verdicts = await Promise.all(
      targets.map(({ project }) => mayRunCode(session, project.dir, this.#options.trust)),
    );
    return targets.filter((_, index) => verdicts[index]);
  }

  /** The folder with the workspace file, else the first one that was added; a root without the action counts for nothing. */
  async #atRoot(targets: readonly ActionTarget[], fallback: ActionTarget): Promise<ActionTarget> {
    const { registry, files } = this.#options;
    const isMarked = await Promise.all(
      registry.dirs.map(async (dir) => (await files.stat(join(dir, workspaceFileName))) !== undefined),
    );
    const roots = [...registry.dirs.filter((_, index) => isMarked[index]), ...registry.dirs];
    for (const root of roots) {
      const target = targets.find(({ project }) => project === registry.find(root));
      if (target !== undefined) return target;
    }
    return fallback;
  }
}

function knownTargets(projects: readonly Project[], sources: ReadonlySet<string>): readonly ActionTarget[] {
  return projects.flatMap((project) => {
    for (const source of sources) {
      const action = findKnownAction(project, source);
      if (action !== undefined) return [{ project, action }];
    }
    return [];
  });
}
