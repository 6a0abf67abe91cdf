import type { Clock } from '@tandem/platform';
import type { ClientScopes } from '../clients/client-scopes.js';
import type { ClientSession } from '../clients/client-session.js';
import { mapBounded } from '../concurrency/bounded.js';
import { untilAborted } from '../concurrency/linked-abort.js';
import { withTimeout } from '../concurrency/with-timeout.js';
import type { ActionExecutor, ActionTarget } from './action-executor.js';
import { type CompletedTarget, type MergeParts, mergeAcrossProjects } from './merge-across-projects.js';
import { PartForwarder } from './part-forwarder.js';
import type { RunLimits } from './run-limits.js';
import { RunProgress } from './run-progress.js';
import type { ActionReport, RunObserver, RunReport, RunRequest } from './run-request.js';
import type { RunTargets } from './run-targets.js';

export interface RunServiceOptions extends MergeParts {
  readonly targets: RunTargets;
  readonly executor: ActionExecutor;
  readonly clock: Clock;
  readonly limits: RunLimits;
  readonly scopes: ClientScopes;
}

type Cancellable = { readonly signal: AbortSignal };

/** Runs one action, in one project or in many. */
export class RunService {
  readonly #options: RunServiceOptions;

  constructor(options: RunServiceOptions) {
    this.#options = options;
  }

  async run(
    session: ClientSession,
    request: RunRequest,
    observer: RunObserver,
    options: Cancellable,
  ): Promise<RunReport> {
    const { clock, executor, limits, scopes } = this.#options;
    const signals = [options.signal, scopes.signalOf(session)];
    return withTimeout({ clock, timeoutMs: request.timeoutMs, signals }, async ({ signal }) => {
      const targets = await untilAborted(this.#targetsOf(session, request, { signal }), signal);
      const labels = targets.map(({ project }) => project.name);
      const progress = new RunProgress(labels, observer.progress?.bind(observer));
      const runTarget = async (target: ActionTarget, slot: number): Promise<CompletedTarget> => {
        const parts = new PartForwarder(target.project.dir, observer, request.keepResult === true);
        const events = { ...parts.events, ...progress.eventsOf(slot) };
        const order = { ...request, ...target, session, parent: undefined, events, signal };
        const report = await executor.execute(order);
        progress.finishSlot(slot);
        return { ...target, report: parts.complete(report) };
      };
      try {
        const completed = await mapBounded(targets, limits.concurrentProjects, runTarget);
        return await reportOf(completed, { ...this.#options, signal });
      } finally {
        await progress.end();
      }
    });
  }

  async #targetsOf(
    session: ClientSession,
    { target, actionSource }: RunRequest,
    options: Cancellable,
  ): Promise<readonly ActionTarget[]> {
    const { targets } = this.#options;
    return target.kind === 'everywhere'
      ? targets.everywhere(session, actionSource, options)
      : [await targets.inProject(session, target.dir, actionSource, options)];
  }
}

async function reportOf(
  completed: readonly CompletedTarget[],
  options: MergeParts & Cancellable,
): Promise<RunReport> {
  const reports = completed.map(({ report }) => report);
  throwIfAllFailed(reports);
  const isStreamed = reports.some(({ kind }) => kind === 'streamed');
  return {
    result: isStreamed ? {} : await mergeAcrossProjects(completed, options),
    returnCode: combinedCode(reports),
    projects: new Map(completed.map(({ project, report }) => [project.dir, report])),
  };
}

/** Part of a result is worth having; none is a failure. */
export function throwIfAllFailed(reports: readonly ActionReport[]): void {
  const [first] = reports;
  if (first?.kind === 'failed' && reports.every(({ kind }) => kind === 'failed')) throw first.error;
}

export function combinedCode(parts: readonly { readonly returnCode: number }[]): number {
  return parts.reduce((code, { returnCode }) => code | returnCode, 0);
}
