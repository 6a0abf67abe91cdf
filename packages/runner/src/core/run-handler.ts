import { ActionFailed, type Handler, type RunContext, type RunMeta, StopRun } from '@tandem/extension-api';
import type { Log } from '@tandem/platform';
import { checkData } from './check-data.js';
import type { LoadedAction } from './extension-registry.js';
import type { PartialResults } from './partial-results.js';
import type { RunProgress } from './run-progress.js';
import { RunnerError } from './runner-error.js';

/** A handler that is ready to run: loaded, its config checked, its services there. */
export interface ReadyHandler {
  readonly name: string;
  readonly handler: Handler;
  readonly config: unknown;
  readonly services: Readonly<Record<string, unknown>>;
}

/** What the handlers of one run share. */
export interface RunningRun {
  readonly action: LoadedAction;
  readonly payload: unknown;
  readonly meta: RunMeta;
  readonly signal: AbortSignal;
  readonly partials: PartialResults;
  readonly progress: RunProgress;
  readonly log: Log;
  describeStack(error: Error): string;
}

/** Runs one handler; all it yielded, sent and returned is merged into the result, which is undefined if that was nothing. */
export async function runHandler(
  run: RunningRun,
  ready: ReadyHandler,
  currentResult: unknown,
): Promise<unknown> {
  const { signal, partials } = run;
  const { schema, merge } = run.action.definition.result;
  const who = `Handler "${ready.name}" of action "${run.action.name}"`;
  let merged: unknown;
  const take = async (given: unknown): Promise<void> => {
    signal.throwIfAborted();
    const result = checkData(
      schema,
      given,
      'result-invalid',
      `${who} gave a result that the action does not allow`,
    );
    merged = merged === undefined ? result : merge(merged, result);
    await partials.send(result);
  };
  const context: RunContext = {
    config: ready.config,
    services: ready.services,
    currentResult,
    signal,
    meta: run.meta,
    sendPartial: take,
    progress: (title, options) => run.progress.start(title, options),
  };

  run.log.debug(`${who} began`);
  try {
    const output: unknown = ready.handler.run(run.payload, context);
    const returned = await (isGenerator(output) ? drain(output, context) : output);
    if (returned !== undefined) await take(returned);
    return merged;
  } catch (error) {
    if (signal.aborted || error instanceof StopRun || error instanceof RunnerError) throw error;
    throw new RunnerError('handler-failed', `${who} failed: ${explain(run, who, error)}`, { cause: error });
  } finally {
    run.log.debug(`${who} ended`);
  }
}

type AnyGenerator = Generator<unknown, unknown> | AsyncGenerator<unknown, unknown>;

function isGenerator(output: unknown): output is AnyGenerator {
  return (
    typeof output === 'object' && output !== null && 'next' in output && typeof output.next === 'function'
  );
}

async function drain(generator: AnyGenerator, { sendPartial }: RunContext): Promise<unknown> {
  for (;;) {
    const step = await generator.next();
    if (step.done === true) return step.value;
    try {
      await sendPartial(step.value);
    } catch (error) {
      // Lets the generator's own `finally` clean up.
      await generator.return(undefined);
      throw error;
    }
  }
}

function explain(run: RunningRun, who: string, error: unknown): string {
  if (error instanceof ActionFailed) return error.message;
  if (!(error instanceof Error)) return String(error);
  const stack = run.describeStack(error);
  run.log.error(`${who} failed`, { error: stack });
  const place = /\n\s+at (.+)/.exec(stack)?.[1];
  return `${error.name}: ${error.message}${place === undefined ? '' : ` (at ${place})`}`;
}
