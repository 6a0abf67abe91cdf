import { messageOf, WorkspaceError } from '../workspace-error.js';
import type { ActionEvents } from './action-executor.js';
import { executePlan, type RunnerFor } from './execute-plan.js';
import { type LabelledResult, mergeVariantResults } from './merge-results.js';
import type { Variant } from './plan-variants.js';
import type { ActionCall, RunEvents, RunOutcome } from './run.js';

export type CompletedOutcome = Exclude<RunOutcome, { readonly kind: 'failed' }>;

/** Runs an action in the only way there is, or in every column of a matrix at once; one that fails spoils no other. */
export async function runVariants(
  variants: readonly Variant[],
  call: ActionCall,
  runnerFor: RunnerFor,
  events: ActionEvents,
  options: { readonly signal: AbortSignal },
): Promise<CompletedOutcome> {
  const run = ({ plan, interpreter }: Variant) =>
    executePlan(plan, call, runnerFor, eventsOf(events, interpreter), options);
  const [first] = variants;
  if (first !== undefined && first.interpreter === undefined) return orThrow(await run(first), call);
  const outcomes = await Promise.all(
    variants.map(async (variant) => ({ variant, outcome: await orFailure(run(variant)) })),
  );
  const failures = outcomes.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome] : []));
  const [failure] = failures;
  if (failure !== undefined && failures.length === outcomes.length) return orThrow(failure, call);
  const returnCode = outcomes.reduce(
    (code, { outcome }) => code | (outcome.kind === 'failed' ? 1 : outcome.returnCode),
    0,
  );
  const { partial } = events;
  if (partial === undefined) {
    const parts = outcomes.map(({ variant, outcome }) => labelled(variant, outcome));
    return { kind: 'finished', result: mergeVariantResults(parts), returnCode };
  }
  for (const { variant, outcome } of outcomes) {
    if (outcome.kind !== 'failed') continue;
    const { message } = outcome;
    await partial({ json: { error: message }, string: message }, variant.interpreter);
  }
  return { kind: 'streamed', returnCode };
}

function eventsOf({ partial, progress }: ActionEvents, interpreter: string | undefined): RunEvents {
  return {
    ...(partial !== undefined && { partial: (result) => partial(result, interpreter) }),
    ...(progress !== undefined && { progress }),
  };
}

async function orFailure(running: Promise<RunOutcome>): Promise<RunOutcome> {
  try {
    return await running;
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

function orThrow(outcome: RunOutcome, { actionName }: ActionCall): CompletedOutcome {
  if (outcome.kind !== 'failed') return outcome;
  throw new WorkspaceError('run-failed', `Action "${actionName}" failed: ${outcome.message}`);
}

function labelled({ interpreter = '' }: Variant, outcome: RunOutcome): LabelledResult {
  if (outcome.kind === 'failed') return { label: interpreter, result: { error: outcome.message } };
  return { label: interpreter, result: outcome.kind === 'streamed' ? {} : outcome.result };
}
