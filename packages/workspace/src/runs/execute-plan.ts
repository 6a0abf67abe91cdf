import type { Runner } from '../runners/runner-port.js';
import { WorkspaceError } from '../workspace-error.js';
import type { RunPlan, Segment } from './plan-run.js';
import type { ActionCall, FormattedResult, HandlersOutcome, RunEvents, RunOutcome } from './run.js';

/** Gives the runner of an environment, started and configured. */
export type RunnerFor = (envName: string) => Promise<Runner>;

type Finished = Exclude<HandlersOutcome, { kind: 'failed' }>;
type Failed = { readonly kind: 'failed'; readonly message: string };

/**
 * Runs one action in one project, wherever its handlers live.
 *
 * With `events.partial`, all result data arrives there and the outcome is `streamed`, also when a runner answered with
 * one final result: whoever listens to partial results never has to look at the answer too.
 */
export async function executePlan(
  plan: RunPlan,
  call: ActionCall,
  runnerFor: RunnerFor,
  events: RunEvents,
  options: { readonly signal: AbortSignal },
): Promise<RunOutcome> {
  switch (plan.kind) {
    case 'no-handlers':
      return { kind: 'finished', result: {}, returnCode: 0 };
    case 'single':
      return runSingle(await runnerFor(plan.envName), call, events, options);
    case 'chain':
      return runChain(plan.segments, call, runnerFor, events, options);
    case 'parallel':
      return runParallel(plan.segments, call, runnerFor, events, options);
  }
}

type Options = { readonly signal: AbortSignal };

async function runSingle(
  runner: Runner,
  call: ActionCall,
  events: RunEvents,
  options: Options,
): Promise<RunOutcome> {
  const partials = countPartials(events);
  const outcome = await runner.run(call, partials.events, options);
  if (outcome.kind === 'failed') return outcome;
  if (outcome.kind === 'streamed') return outcome;
  assertNotEmpty(outcome.result, call);
  return deliver(outcome, partials, events);
}

async function runChain(
  segments: readonly Segment[],
  call: ActionCall,
  runnerFor: RunnerFor,
  events: RunEvents,
  options: Options,
): Promise<RunOutcome> {
  const runners = await Promise.all(segments.map(({ envName }) => runnerFor(envName)));
  // What a segment streams is only its own share. A later segment that does not stream answers with everything up to
  // itself, and then the shares before it would be delivered twice: so either all of them stream, or none does.
  const isLive =
    events.partial !== undefined && runners.every(({ streamsEveryResult }) => streamsEveryResult);
  const segmentEvents = isLive ? events : withoutPartials(events);
  let previous: Finished | undefined;
  let stoppedIn: Runner | undefined;
  let returnCode = 0;
  for (const [index, segment] of segments.entries()) {
    const runner = runners[index];
    if (runner === undefined) throw new WorkspaceError('runner-failed', `no runner for "${segment.envName}"`);
    const isLast = index === segments.length - 1;
    const outcome = await runner.runHandlers(
      {
        ...call,
        handlerNames: segment.handlerNames,
        previousResult: previous?.result ?? null,
        ...(previous?.context !== undefined && { previousContext: previous.context }),
        resultFormats: isLast || isLive ? call.resultFormats : [],
      },
      segmentEvents,
      options,
    );
    if (outcome.kind === 'failed') return outcome;
    previous = outcome;
    // It speaks of all results so far: a later segment may clear what an earlier one complained of.
    returnCode = outcome.returnCode;
    if (outcome.kind !== 'stopped') continue;
    if (!isLast) stoppedIn = runner;
    break;
  }
  if (previous === undefined) return { kind: 'finished', result: {}, returnCode: 0 };
  if (isLive) return { kind: 'streamed', returnCode };
  // Only the last segment is asked for formats; a chain that ended before it still owes them.
  const last = stoppedIn === undefined ? previous : await format(stoppedIn, previous.result, call, options);
  if (last.kind === 'failed') return last;
  assertNotEmpty(last.formatted, call);
  const kind = previous.kind === 'stopped' ? 'stopped' : 'finished';
  return deliver({ kind, result: last.formatted, returnCode }, { count: () => 0 }, events);
}

async function runParallel(
  segments: readonly Segment[],
  call: ActionCall,
  runnerFor: RunnerFor,
  events: RunEvents,
  options: Options,
): Promise<RunOutcome> {
  // The first failure ends the others: their results could not be used.
  const group = new AbortController();
  const signal = AbortSignal.any([options.signal, group.signal]);
  const isStreaming = events.partial !== undefined;
  const runSegment = async (segment: Segment): Promise<{ runner: Runner; outcome: Finished } | Failed> => {
    const runner = await runnerFor(segment.envName);
    const partials = countPartials(events);
    const outcome = await runner.runHandlers(
      {
        ...call,
        handlerNames: segment.handlerNames,
        previousResult: null,
        resultFormats: isStreaming ? call.resultFormats : [],
      },
      partials.events,
      { signal },
    );
    if (outcome.kind === 'failed') {
      group.abort(new Error(outcome.message));
      return outcome;
    }
    if (isStreaming && outcome.kind !== 'streamed' && partials.count() === 0)
      await events.partial?.(outcome.formatted);
    return { runner, outcome };
  };
  const settled = await Promise.allSettled(segments.map(runSegment));
  const failure = settled.flatMap((one) =>
    one.status === 'fulfilled' && 'kind' in one.value ? [one.value] : [],
  )[0];
  if (failure !== undefined) return failure;
  const finished = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    if ('kind' in one.value) throw new WorkspaceError('run-failed', one.value.message);
    return one.value;
  });
  const returnCode = finished.reduce((code, { outcome }) => code | outcome.returnCode, 0);
  if (isStreaming) return { kind: 'streamed', returnCode };
  const [first] = finished;
  if (first === undefined) return { kind: 'finished', result: {}, returnCode: 0 };
  const merged = await first.runner.mergeResults(
    call.actionName,
    finished.map(({ outcome }) => outcome.result),
  );
  const last = await format(first.runner, merged, call, options);
  if (last.kind === 'failed') return last;
  assertNotEmpty(last.formatted, call);
  return { kind: 'finished', result: last.formatted, returnCode: returnCode | last.returnCode };
}

/** No handlers, only a result: the runner turns it into the formats asked for. */
function format(
  runner: Runner,
  result: unknown,
  call: ActionCall,
  options: Options,
): Promise<HandlersOutcome> {
  return runner.runHandlers({ ...call, handlerNames: [], previousResult: result }, {}, options);
}

async function deliver(
  outcome: {
    readonly kind: 'finished' | 'stopped';
    readonly result: FormattedResult;
    readonly returnCode: number;
  },
  partials: { count(): number },
  events: RunEvents,
): Promise<RunOutcome> {
  if (events.partial === undefined) return outcome;
  // A runner that streamed and then repeats everything in its answer has said it all already.
  if (partials.count() === 0) await events.partial(outcome.result);
  return { kind: 'streamed', returnCode: outcome.returnCode };
}

function countPartials(events: RunEvents): { readonly events: RunEvents; count(): number } {
  const { partial } = events;
  if (partial === undefined) return { events, count: () => 0 };
  let count = 0;
  const counting = (result: FormattedResult) => {
    count += 1;
    return partial(result);
  };
  return { events: { ...events, partial: counting }, count: () => count };
}

function withoutPartials({ progress }: RunEvents): RunEvents {
  return progress === undefined ? {} : { progress };
}

function assertNotEmpty(result: FormattedResult, { actionName, resultFormats }: ActionCall): void {
  if (resultFormats.length === 0 || Object.keys(result).length > 0) return;
  throw new WorkspaceError(
    'protocol-violated',
    `The runner answered "${actionName}" with an empty result that it did not stream. Update the runner or its extension.`,
  );
}
