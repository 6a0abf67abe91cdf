import type { ActionEvents } from './action-executor.js';
import { joinParts, mergeVariantResults } from './merge-results.js';
import type { FormattedResult } from './run.js';
import type { ActionReport, RunObserver } from './run-request.js';

/** Passes the parts of one project's result on as they come, and keeps them when the whole is wanted too. */
export class PartForwarder {
  readonly events: ActionEvents;
  /** By interpreter, for an action that has several. */
  readonly #kept = new Map<string | undefined, FormattedResult[]>();
  readonly #keeps: boolean;

  constructor(projectDir: string, observer: RunObserver, keeps: boolean) {
    this.#keeps = keeps;
    if (observer.partial === undefined) {
      this.events = {};
      return;
    }
    this.events = {
      partial: (result, interpreter) => {
        if (keeps) this.#kept.set(interpreter, [...(this.#kept.get(interpreter) ?? []), result]);
        return observer.partial?.({
          projectDir,
          result,
          ...(interpreter !== undefined && { interpreter }),
        });
      },
    };
  }

  /** The report with the whole result in it, when it was kept. */
  complete(report: ActionReport): ActionReport {
    if (report.kind !== 'streamed' || !this.#keeps) return report;
    const { returnCode } = report;
    const plain = this.#kept.get(undefined);
    if (plain !== undefined) return { kind: 'finished', result: joinParts(plain), returnCode };
    const columns = [...this.#kept].map(([label = '', parts]) => ({ label, result: joinParts(parts) }));
    return { kind: 'finished', result: mergeVariantResults(columns), returnCode };
  }
}
