import { type RunMeta, StopRun } from '@tandem/extension-api';
import { type Log, untilAborted } from '@tandem/platform';
import { checkData } from './check-data.js';
import type { LoadedAction } from './extension-registry.js';
import { PartialResults } from './partial-results.js';
import { type FormattedResult, formatResult, type ResultFormat } from './result-formats.js';
import { type ReadyHandler, type RunningRun, runHandler } from './run-handler.js';
import type { RunOutcome } from './run-outcome.js';
import { type ProgressEvent, RunProgress } from './run-progress.js';
import { RunnerError } from './runner-error.js';

export interface RunRequest {
  /** Payload of the action, unchecked. */
  readonly params: unknown;
  readonly meta: RunMeta;
  readonly resultFormats: readonly ResultFormat[];
  readonly signal: AbortSignal;
  /** Wants the result in parts, each the share of one handler or less. Resolves when it can take more. */
  readonly onPartial?: ((partial: FormattedResult) => Promise<void>) | undefined;
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined;
}

export interface RunPlan {
  readonly action: LoadedAction;
  /** Result of another runner's part of the run, as it came over the wire. */
  readonly previousResult: unknown;
  /** Called with the signal that lives as long as the run. */
  prepareHandlers(signal: AbortSignal): Promise<readonly ReadyHandler[]>;
}

export interface RunTools {
  readonly log: Log;
  describeStack(error: Error): string;
}

/** Runs the handlers of a plan and says how that ended; never rejects for what a handler did. */
export async function executeRun(plan: RunPlan, request: RunRequest, tools: RunTools): Promise<RunOutcome> {
  const { definition, name } = plan.action;
  const { resultFormats, onPartial } = request;
  // Ends with the run, so that no command of a handler outlives it, whatever the handler forgot.
  const scope = new AbortController();
  const signal = AbortSignal.any([request.signal, scope.signal]);
  const progress = new RunProgress(request.onProgress ?? (() => {}));
  const partials = new PartialResults(
    onPartial === undefined
      ? undefined
      : (result) => onPartial(formatResult(definition, result, [...resultFormats, 'json'])),
  );

  try {
    const payload = checkData(
      definition.payload,
      request.params,
      'payload-invalid',
      `Invalid payload for action "${name}"`,
    );
    const previous = checkPrevious(plan);
    const handlers = await untilAborted(plan.prepareHandlers(signal), signal);
    const run: RunningRun = {
      ...tools,
      action: plan.action,
      payload,
      meta: request.meta,
      signal,
      partials,
      progress,
    };
    const work =
      definition.execution === 'concurrent'
        ? runAtOnce(run, handlers, previous, scope)
        : runInOrder(run, handlers, previous);
    const result = await untilAborted(work, request.signal);
    if (!partials.areWanted) return { kind: 'success', ...formatResult(definition, result, resultFormats) };
    // Who listens to parts only still learns that nothing was found.
    if (result === undefined) await partials.send(result);
    const { result: whole, returnCode } = formatResult(definition, result, []);
    return { kind: 'streamed', result: whole, returnCode };
  } catch (error) {
    return await endedBy(error, plan.action, request, partials);
  } finally {
    scope.abort(new Error('the run is over'));
    progress.end();
  }
}

async function runInOrder(
  run: RunningRun,
  handlers: readonly ReadyHandler[],
  previous: unknown,
): Promise<unknown> {
  let result = previous;
  for (const handler of handlers) {
    run.signal.throwIfAborted();
    result = mergeInto(run, result, await runHandler(run, handler, result));
  }
  return result;
}

async function runAtOnce(
  run: RunningRun,
  handlers: readonly ReadyHandler[],
  previous: unknown,
  scope: AbortController,
): Promise<unknown> {
  const results = await Promise.all(
    handlers.map(async (handler) => {
      try {
        return await runHandler(run, handler, undefined);
      } catch (error) {
        // What the others would still find out is of no use any more.
        scope.abort(error);
        throw error;
      }
    }),
  );
  return results.reduce((merged, result) => mergeInto(run, merged, result), previous);
}

function mergeInto({ action }: RunningRun, earlier: unknown, later: unknown): unknown {
  if (later === undefined) return earlier;
  return earlier === undefined ? later : action.definition.result.merge(earlier, later);
}

function checkPrevious({ action, previousResult }: RunPlan): unknown {
  if (previousResult === undefined || previousResult === null) return undefined;
  const what = `The previous result does not fit action "${action.name}"`;
  return checkData(action.definition.result.schema, previousResult, 'result-invalid', what);
}

async function endedBy(
  error: unknown,
  action: LoadedAction,
  request: RunRequest,
  partials: PartialResults,
): Promise<RunOutcome> {
  if (request.signal.aborted) return { kind: 'cancelled' };
  if (!(error instanceof StopRun)) return failedBecause(error, action);
  try {
    return await stoppedWith(error.result, action, request, partials);
  } catch (stopError) {
    return failedBecause(stopError, action);
  }
}

async function stoppedWith(
  given: unknown,
  { name, definition }: LoadedAction,
  { resultFormats }: RunRequest,
  partials: PartialResults,
): Promise<RunOutcome> {
  const what = `A handler stopped action "${name}" with a result that the action does not allow`;
  const result = checkData(definition.result.schema, given, 'result-invalid', what);
  await partials.send(result);
  // A segment in the middle of a run is asked for no formats, but when it stops the run it has the last word.
  const formats: readonly ResultFormat[] = resultFormats.length === 0 ? ['json', 'string'] : resultFormats;
  return { kind: 'stopped', ...formatResult(definition, result, formats) };
}

function failedBecause(error: unknown, { name }: LoadedAction): RunOutcome {
  if (error instanceof RunnerError) return { kind: 'failed', message: error.message };
  // Failures of handlers have their words already; left are the action's own merge, text and return code.
  return {
    kind: 'failed',
    message: `Action "${name}" could not combine or show its results: ${String(error)}`,
  };
}
