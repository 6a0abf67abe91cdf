import { mapBounded } from '../concurrency/bounded.js';
import { untilAborted } from '../concurrency/linked-abort.js';
import type { NestedRun, RunnerAddress, RunnerHost } from '../runners/runner-port.js';
import { WorkspaceError } from '../workspace-error.js';
import type { ActionExecutor, ActionOrder, ActionTarget } from './action-executor.js';
import type { ActiveRun, ActiveRuns } from './active-runs.js';
import type { RunLimits } from './run-limits.js';
import type { ActionReport } from './run-request.js';
import type { RunTargets } from './run-targets.js';

export interface NestedRunsOptions {
  readonly runs: ActiveRuns;
  readonly targets: RunTargets;
  readonly executor: ActionExecutor;
  readonly limits: RunLimits;
}

type WorkspaceRun = Parameters<RunnerHost['runInWorkspace']>[0];

/** Runs that handlers ask for while they run. */
export class NestedRuns {
  readonly #options: NestedRunsOptions;

  constructor(options: NestedRunsOptions) {
    this.#options = options;
  }

  async inProject(
    address: RunnerAddress,
    request: NestedRun,
  ): Promise<{ readonly result: unknown; readonly returnCode: number }> {
    const parent = this.#parentOf(address, request);
    const target = await untilAborted(this.#targetIn(address.projectDir, parent, request), request.signal);
    const report = await this.#execute(target, parent, request);
    return { result: dataOf(report), returnCode: report.returnCode };
  }

  async inWorkspace(
    address: RunnerAddress,
    request: WorkspaceRun,
  ): Promise<Readonly<Record<string, unknown>>> {
    const parent = this.#parentOf(address, request);
    const targets = await untilAborted(this.#targetsOf(parent, request), request.signal);
    const limit = request.concurrently ? this.#options.limits.concurrentProjects : 1;
    const results = await mapBounded(targets, limit, async (target) => {
      const report = await this.#execute(target, parent, request);
      return [target.project.dir, dataOf(report)] as const;
    });
    return Object.fromEntries(results);
  }

  async #targetIn(projectDir: string, { session }: ActiveRun, request: NestedRun): Promise<ActionTarget> {
    const { targets } = this.#options;
    const { actionSource, signal } = request;
    const target = await targets.inProject(session, projectDir, actionSource, { signal });
    await targets.withCanonicalSource(session, [target], actionSource);
    return target;
  }

  async #targetsOf(parent: ActiveRun, request: WorkspaceRun): Promise<readonly ActionTarget[]> {
    const { targets, limits } = this.#options;
    const { actionSource, projectDirs, signal } = request;
    if (projectDirs === null) {
      const declaring = await targets.declaring(parent.session, actionSource, { signal });
      return targets.withCanonicalSource(parent.session, declaring, actionSource);
    }
    const dirs = [...new Set(projectDirs)];
    targets.assertFanOut(dirs.length, actionSource);
    return mapBounded(dirs, limits.concurrentProjects, (dir) => this.#targetIn(dir, parent, request));
  }

  #parentOf(address: RunnerAddress, { actionSource, parentRunId, meta }: NestedRun): ActiveRun {
    const { runs } = this.#options;
    const claim = { runId: parentRunId, depth: meta.orchestrationDepth };
    const parent = runs.parentOf(address, claim);
    if (parent === undefined)
      throw new WorkspaceError(
        'protocol-violated',
        `The runner for env "${address.envName}" of ${address.projectDir} asked to run ${actionSource} while no run is in flight in it.`,
      );
    runs.assertMayNest(parent, actionSource);
    return parent;
  }

  #execute(target: ActionTarget, parent: ActiveRun, request: NestedRun): Promise<ActionReport> {
    const { payload, meta, events, signal } = request;
    const { partial, progress } = events;
    const order: ActionOrder = {
      ...target,
      session: parent.session,
      parent,
      params: payload,
      resultFormats: ['json'],
      trigger: meta.trigger,
      devEnv: meta.devEnv,
      events: {
        ...(partial !== undefined && { partial: (result) => partial(result) }),
        ...(progress !== undefined && { progress }),
      },
      signal,
    };
    return this.#options.executor.execute(order);
  }
}

/** Null when the data went to the handler part by part. */
function dataOf(report: ActionReport): unknown {
  if (report.kind === 'failed') throw report.error;
  return report.kind === 'streamed' ? null : (report.result.json ?? null);
}
