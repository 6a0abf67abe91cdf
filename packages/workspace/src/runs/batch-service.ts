import type { ClientSession } from '../clients/client-session.js';
import { mapBounded } from '../concurrency/bounded.js';
import { untilAborted } from '../concurrency/linked-abort.js';
import { withTimeout } from '../concurrency/with-timeout.js';
import type { Project } from '../projects/project.js';
import { WorkspaceError } from '../workspace-error.js';
import type { ActionTarget } from './action-executor.js';
import { RunProgress } from './run-progress.js';
import type { ActionReport, BatchObserver, BatchReport, BatchRequest, ProjectReport } from './run-request.js';
import { combinedCode, type RunServiceOptions, throwIfAllFailed } from './run-service.js';

type Cancellable = { readonly signal: AbortSignal };

interface BatchSlot extends ActionTarget {
  /** As requested. */
  readonly source: string;
  readonly index: number;
}

/** Runs several actions in several projects. */
export class BatchService {
  readonly #options: RunServiceOptions;

  constructor(options: RunServiceOptions) {
    this.#options = options;
  }

  async run(
    session: ClientSession,
    request: BatchRequest,
    observer: BatchObserver,
    options: Cancellable,
  ): Promise<BatchReport> {
    const { clock, limits, scopes } = this.#options;
    const signals = [options.signal, scopes.signalOf(session)];
    return withTimeout({ clock, timeoutMs: request.timeoutMs, signals }, async ({ signal }) => {
      const slots = await untilAborted(this.#slotsOf(session, request, { signal }), signal);
      const byProject = groupByProject(slots);
      const labels = slots.map(({ project, action }) => `${project.name}/${action.name}`);
      const progress = new RunProgress(labels, observer.progress?.bind(observer));
      const completed: ProjectReport[] = [];
      const runProject = async ([project, own]: readonly [Project, readonly BatchSlot[]]) => {
        const report = await this.#runProject(session, request, project, own, progress, { signal });
        completed.push(report);
        await observer.projectCompleted?.(report);
      };
      try {
        await mapBounded([...byProject], limits.concurrentProjects, runProject);
      } finally {
        await progress.end();
      }
      throwIfAllFailed(completed.flatMap(({ actions }) => [...actions.values()]));
      return { projects: completed, returnCode: combinedCode(completed) };
    });
  }

  async #runProject(
    session: ClientSession,
    request: BatchRequest,
    project: Project,
    slots: readonly BatchSlot[],
    progress: RunProgress,
    { signal }: Cancellable,
  ): Promise<ProjectReport> {
    const params = { ...request.params, ...request.paramsByProject?.[project.dir] };
    const reports = await mapBounded(slots, request.concurrently ? slots.length : 1, async (slot) => {
      const events = progress.eventsOf(slot.index);
      const order = { ...request, ...slot, params, session, parent: undefined, events, signal };
      const report = await this.#options.executor.execute(order);
      progress.finishSlot(slot.index);
      return [slot.source, report] as const;
    });
    const actions = new Map<string, ActionReport>(reports);
    return { projectDir: project.dir, actions, returnCode: combinedCode([...actions.values()]) };
  }

  async #slotsOf(
    session: ClientSession,
    { actionSources, projectDirs }: BatchRequest,
    options: Cancellable,
  ): Promise<readonly BatchSlot[]> {
    const { targets } = this.#options;
    const slots: BatchSlot[] = [];
    const projects = new Set<Project>();
    for (const source of new Set(actionSources)) {
      const found =
        projectDirs === undefined
          ? await targets.everywhere(session, source, options)
          : await this.#inProjects(session, projectDirs, source, options);
      for (const target of found) {
        projects.add(target.project);
        slots.push({ ...target, source, index: slots.length });
      }
    }
    targets.assertFanOut(projects.size, 'The batch');
    return slots;
  }

  /** A project that lacks one of the actions is asked for the others; an action that all of them lack is a mistake. */
  async #inProjects(
    session: ClientSession,
    projectDirs: readonly string[],
    source: string,
    options: Cancellable,
  ): Promise<readonly ActionTarget[]> {
    const found: ActionTarget[] = [];
    let missing: WorkspaceError | undefined;
    for (const projectDir of new Set(projectDirs)) {
      try {
        found.push(await this.#options.targets.inProject(session, projectDir, source, options));
      } catch (error) {
        if (!(error instanceof WorkspaceError) || error.code !== 'action-not-found') throw error;
        missing ??= error;
      }
    }
    if (found.length === 0 && missing !== undefined) throw missing;
    return found;
  }
}

function groupByProject(slots: readonly BatchSlot[]): ReadonlyMap<Project, readonly BatchSlot[]> {
  const groups = new Map<Project, BatchSlot[]>();
  for (const slot of slots) {
    const group = groups.get(slot.project);
    if (group === undefined) groups.set(slot.project, [slot]);
    else group.push(slot);
  }
  return groups;
}
