import type { ActionConfig } from '@tandem/config';
import type { Clock } from '@tandem/platform';
import type { ClientSession } from '../clients/client-session.js';
import { howToTrust, mayRunCode, type TrustPolicy } from '../clients/trust.js';
import { linkAbort, untilAborted } from '../concurrency/linked-abort.js';
import type { Project } from '../projects/project.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import { messageOf, WorkspaceError } from '../workspace-error.js';
import type { LoggedRun, RunLog } from '../write-ahead-log/run-log.js';
import type { ActiveRun, ActiveRuns } from './active-runs.js';
import { planVariants, type Variant } from './plan-variants.js';
import type { ActionCall, DevEnv, FormattedResult, ProgressEvent, ResultFormat, Trigger } from './run.js';
import type { ActionReport } from './run-request.js';
import { type CompletedOutcome, runVariants } from './run-variants.js';

export interface ActionTarget {
  readonly project: Project;
  readonly action: ActionConfig;
}

/** One action to be run in one project. */
export interface ActionOrder extends ActionTarget {
  readonly session: ClientSession;
  readonly parent: ActiveRun | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly resultFormats: readonly ResultFormat[];
  readonly trigger: Trigger;
  readonly devEnv: DevEnv;
  readonly envSelectors?: readonly string[];
  readonly interpreterSelectors?: readonly string[];
  readonly events: ActionEvents;
  readonly signal: AbortSignal;
}

export interface ActionEvents {
  partial?(result: FormattedResult, interpreter: string | undefined): void | Promise<void>;
  progress?(event: ProgressEvent): void | Promise<void>;
}

export interface ActionExecutorOptions {
  readonly pool: RunnerPool;
  readonly runs: ActiveRuns;
  readonly runLog: RunLog;
  readonly clock: Clock;
  readonly trust: TrustPolicy;
  newRunId(): string;
}

/** Runs one action in one project from its beginning to its end, and keeps the books. */
export class ActionExecutor {
  readonly #options: ActionExecutorOptions;

  constructor(options: ActionExecutorOptions) {
    this.#options = options;
  }

  /** A failure is a report; only when whoever ordered the run cancels it does this reject, with that reason. */
  async execute(order: ActionOrder): Promise<ActionReport> {
    const { runs, runLog, clock, trust, newRunId } = this.#options;
    const { project, action, session, parent, trigger, devEnv } = order;
    using link = linkAbort(order.signal, parent?.signal);
    const runId = newRunId();
    const run: ActiveRun = {
      runId,
      parent,
      depth: parent === undefined ? 0 : parent.depth + 1,
      session,
      projectDir: project.dir,
      envNames: new Set(action.handlers.map(({ env }) => env)),
      startedAtMs: clock.now(),
      signal: link.signal,
      cancel: (reason) => link.abort(reason),
    };
    const logged: LoggedRun = {
      runId,
      parentRunId: parent?.runId,
      projectDir: project.dir,
      actionName: action.name,
      trigger,
      devEnv,
    };
    using _registered = runs.add(run);
    if (!(await mayRunCode(session, project.dir, trust))) {
      const error = new WorkspaceError('not-trusted', howToTrust(project.dir));
      runLog.write(logged, { kind: 'rejected', reason: error.message });
      return { kind: 'failed', error, returnCode: 1 };
    }
    runLog.write(logged, { kind: 'accepted', params: order.params });
    try {
      const outcome = await untilAborted(this.#run(order, run, logged), link.signal);
      runLog.write(logged, { kind: 'completed', status: outcome.kind, returnCode: outcome.returnCode });
      // A handler that stopped the run with a result has finished it, as far as anybody outside is concerned.
      return outcome.kind === 'streamed' ? outcome : { ...outcome, kind: 'finished' };
    } catch (error) {
      if (!link.signal.aborted) return this.#failed(order, logged, error);
      runLog.write(logged, { kind: 'cancelled', reason: messageOf(link.signal.reason) });
      if (order.signal.aborted) throw order.signal.reason;
      if (parent?.signal.aborted) throw parent.signal.reason;
      return { kind: 'failed', error: cancelled(order, link.signal.reason), returnCode: 1 };
    }
  }

  async #run(order: ActionOrder, run: ActiveRun, logged: LoggedRun): Promise<CompletedOutcome> {
    const { pool, runLog } = this.#options;
    const { trigger, devEnv, params, resultFormats, action, project } = order;
    const runnerFor = async (envName: string) => {
      const runner = await untilAborted(pool.get({ projectDir: project.dir, envName }), run.signal);
      runLog.write(logged, { kind: 'dispatched', envName });
      return runner;
    };
    // Whether handlers in several environments run side by side is known only once a runner has loaded the action.
    if (run.envNames.size > 1 && project.metaOf(action.source) === undefined)
      await Promise.all([...run.envNames].map((envName) => pool.get({ projectDir: project.dir, envName })));
    const call: ActionCall = {
      runId: run.runId,
      actionName: action.name,
      params,
      meta: { trigger, devEnv, orchestrationDepth: run.depth },
      resultFormats,
    };
    const events = eventsUntil(run.signal, order.events);
    return runVariants(variantsOf(order), call, runnerFor, events, { signal: run.signal });
  }

  #failed(order: ActionOrder, logged: LoggedRun, cause: unknown): ActionReport {
    const error = asFailure(order, cause);
    this.#options.runLog.write(logged, { kind: 'failed', error: error.message });
    return { kind: 'failed', error, returnCode: 1 };
  }
}

function variantsOf({
  project,
  action,
  devEnv,
  envSelectors,
  interpreterSelectors,
}: ActionOrder): readonly Variant[] {
  const variants = planVariants(action, {
    environments: project.requireConfig().environments,
    runsConcurrently: project.metaOf(action.source)?.runsConcurrently ?? false,
    selection: {
      devEnv,
      ...(envSelectors !== undefined && { envs: envSelectors }),
      ...(interpreterSelectors !== undefined && { interpreters: interpreterSelectors }),
    },
  });
  if (variants.length > 0) return variants;
  const asked = [...(envSelectors ?? []), ...(interpreterSelectors ?? [])].join(', ');
  throw new WorkspaceError(
    'env-not-found',
    `None of the environments of action "${action.name}" in "${project.name}" is selected${asked === '' ? '' : ` by ${asked}`}.`,
  );
}

/** What a runner still says after the run was given up is for nobody. */
function eventsUntil(signal: AbortSignal, { partial, progress }: ActionEvents): ActionEvents {
  return {
    ...(partial !== undefined && {
      partial: (result, interpreter) => (signal.aborted ? undefined : partial(result, interpreter)),
    }),
    ...(progress !== undefined && {
      progress: (event) => (signal.aborted ? undefined : progress(event)),
    }),
  };
}

function asFailure({ action, project }: ActionOrder, cause: unknown): WorkspaceError {
  if (cause instanceof WorkspaceError) return cause;
  return new WorkspaceError(
    'run-failed',
    `Action "${action.name}" failed in "${project.name}": ${messageOf(cause)}`,
    { cause },
  );
}

function cancelled({ action, project }: ActionOrder, reason: unknown): WorkspaceError {
  return new WorkspaceError(
    'run-cancelled',
    `Action "${action.name}" was cancelled in "${project.name}": ${messageOf(reason)}`,
    { cause: reason },
  );
}
