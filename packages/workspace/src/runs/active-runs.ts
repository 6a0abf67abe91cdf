import type { ClientSession } from '../clients/client-session.js';
import type { RunnerAddress } from '../runners/runner-port.js';
import { WorkspaceError } from '../workspace-error.js';
import type { RunLimits } from './run-limits.js';

/** A run that has begun and not ended. */
export interface ActiveRun {
  readonly runId: string;
  readonly parent: ActiveRun | undefined;
  /** How many runs led to this one. */
  readonly depth: number;
  /** Who asked, however many runs ago. */
  readonly session: ClientSession;
  readonly projectDir: string;
  readonly envNames: ReadonlySet<string>;
  /** Wall-clock time. */
  readonly startedAtMs: number;
  readonly signal: AbortSignal;
  cancel(reason: Error): void;
}

/** All runs in flight: who may be stopped, and how deep they are in one another. */
export class ActiveRuns {
  readonly #runs = new Map<string, ActiveRun>();
  readonly #limits: RunLimits;

  constructor(limits: RunLimits) {
    this.#limits = limits;
  }

  /** Rejects a run that is too deep, or one too many below the same request. */
  assertMayNest(parent: ActiveRun, actionSource: string): void {
    const { orchestrationDepth, nestedRuns } = this.#limits;
    if (parent.depth + 1 >= orchestrationDepth)
      throw new WorkspaceError(
        'limit-reached',
        `${actionSource} would be run number ${parent.depth + 2} in a chain of actions that run actions; the limit is ${orchestrationDepth}. Look for an action that leads back to itself.`,
      );
    if (this.#countBelow(rootOf(parent)) >= nestedRuns)
      throw new WorkspaceError(
        'limit-reached',
        `${nestedRuns} runs are in flight below one request, which is the limit; ${actionSource} is not started. Look for an action that leads back to itself.`,
      );
  }

  add(run: ActiveRun): Disposable {
    this.#runs.set(run.runId, run);
    return { [Symbol.dispose]: () => void this.#runs.delete(run.runId) };
  }

  inProject(projectDir: string): readonly ActiveRun[] {
    return [...this.#runs.values()].filter((run) => run.projectDir === projectDir);
  }

  inRunner({ projectDir, envName }: RunnerAddress): readonly ActiveRun[] {
    return this.inProject(projectDir).filter(({ envNames }) => envNames.has(envName));
  }

  /**
   * The run in which a runner asks for another one. It may name it; then its depth is ours to tell, whatever the runner
   * says. Real runners only pass the depth on: of the runs at that depth it is the latest. A depth that no run in this
   * runner has was made up, and then the deepest one is taken.
   */
  parentOf(
    address: RunnerAddress,
    claim: { readonly runId: string | undefined; readonly depth: number },
  ): ActiveRun | undefined {
    const candidates = this.inRunner(address);
    const named = candidates.find(({ runId }) => runId === claim.runId);
    if (named !== undefined) return named;
    return candidates.findLast(({ depth }) => depth === claim.depth) ?? deepest(candidates);
  }

  cancelIn(projectDir: string, reason: Error): void {
    for (const run of this.inProject(projectDir)) run.cancel(reason);
  }

  #countBelow(root: ActiveRun): number {
    let count = 0;
    for (const run of this.#runs.values()) if (run !== root && rootOf(run) === root) count += 1;
    return count;
  }
}

function rootOf(run: ActiveRun): ActiveRun {
  let root = run;
  while (root.parent !== undefined) root = root.parent;
  return root;
}

function deepest(runs: readonly ActiveRun[]): ActiveRun | undefined {
  return runs.reduce<ActiveRun | undefined>(
    (found, run) => (found === undefined || run.depth > found.depth ? run : found),
    undefined,
  );
}
