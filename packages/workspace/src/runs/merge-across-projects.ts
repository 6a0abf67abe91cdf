import type { Log } from '@tandem/platform';
import { untilAborted } from '../concurrency/linked-abort.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import { messageOf } from '../workspace-error.js';
import type { ActionTarget } from './action-executor.js';
import { mergeProjectResults } from './merge-results.js';
import type { FormattedResult } from './run.js';
import type { ActionReport } from './run-request.js';

export interface CompletedTarget extends ActionTarget {
  readonly report: ActionReport;
}

export interface MergeParts {
  readonly pool: RunnerPool;
  readonly log: Log;
}

type MergeOptions = MergeParts & { readonly signal: AbortSignal };

/** One result for all projects, laid together as the action itself lays results together. */
export async function mergeAcrossProjects(
  completed: readonly CompletedTarget[],
  options: MergeOptions,
): Promise<FormattedResult> {
  const parts = completed.flatMap(({ project, report }) => {
    if (report.kind === 'streamed') return [];
    const result = report.kind === 'failed' ? { error: report.error.message } : report.result;
    return [{ label: project.name, result }];
  });
  const merged = mergeProjectResults(parts);
  const data = completed.flatMap(({ report }) =>
    report.kind === 'finished' && report.result.json !== undefined ? [report.result.json] : [],
  );
  const json = data.length > 1 ? await mergeByAction(completed, data, options) : undefined;
  return json === undefined ? merged : { ...merged, json };
}

/** Undefined when no runner can do it: then the general rule has to do. */
async function mergeByAction(
  completed: readonly CompletedTarget[],
  data: readonly unknown[],
  { pool, log, signal }: MergeOptions,
): Promise<unknown> {
  for (const { project, action, report } of completed) {
    const envName = action.handlers[0]?.env;
    const runner = envName === undefined ? undefined : pool.running({ projectDir: project.dir, envName });
    if (report.kind !== 'finished' || runner === undefined) continue;
    try {
      return await untilAborted(runner.mergeResults(action.name, data), signal);
    } catch (error) {
      signal.throwIfAborted();
      log.info('results of several projects are merged by the general rule', {
        action: action.source,
        error: messageOf(error),
      });
      return undefined;
    }
  }
  return undefined;
}
