import type { DevEnv, Progress } from '@tandem/contracts';
import type { Clock } from '@tandem/platform';
import type { Connection } from '../command-context.js';
import { messageOf } from '../command-error.js';
import { type FinishedSlot, finished, type Slot, type SlotOutcome } from './run-report.js';

/** What happens while actions run. */
export interface RunObserver {
  started(slot: Slot): void;
  progress(slot: Slot, progress: Progress): void;
  ended(finished: FinishedSlot): void | Promise<void>;
}

export interface RunSlotsOptions {
  readonly connection: Connection;
  readonly observer: RunObserver;
  readonly clock: Clock;
  readonly devEnv: DevEnv;
  /** The actions of one project side by side; projects always are. */
  readonly concurrently: boolean;
  readonly resultFormats: readonly ('json' | 'string')[];
  /** Fires when the run is to be given up. */
  readonly signal: AbortSignal;
  /** What to say of slots that were given up. */
  readonly givenUpMessage: string;
}

/** More would not be faster, and every project costs processes. */
const maxConcurrentProjects = 16;

/**
 * One request for each action and project, not one batch: in the answer to a batch a tool that failed cannot be told
 * from one that found something, or takes the results of all others away. Results are not asked for in parts, because
 * parts come without progress, and only the server can merge those of an action it knows.
 */
export async function runSlots(
  slots: readonly Slot[],
  options: RunSlotsOptions,
): Promise<readonly FinishedSlot[]> {
  const { connection, observer } = options;
  const byToken = new Map(slots.map((slot, index) => [`run-${index + 1}`, slot]));
  using _progress = connection.on('actions/progress', ({ token, value }) => {
    const slot = byToken.get(String(token));
    if (slot !== undefined) observer.progress(slot, value);
  });
  const results: FinishedSlot[] = [];
  const waiting = groupByProject(byToken);
  const runOne = async ([token, slot]: TokenSlot): Promise<void> => {
    observer.started(slot);
    const end = { slot, outcome: await runSlot(token, slot, options) };
    byToken.delete(token);
    results.push(end);
    await observer.ended(end);
  };
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      if (options.concurrently) await Promise.all(group.map(runOne));
      else for (const entry of group) await runOne(entry);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentProjects }, work));
  return results;
}

type TokenSlot = readonly [token: string, slot: Slot];

function groupByProject(byToken: ReadonlyMap<string, Slot>): (readonly TokenSlot[])[] {
  const groups = new Map<string, TokenSlot[]>();
  for (const entry of byToken) {
    const key = entry[1].project?.path ?? '';
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()];
}

async function runSlot(token: string, slot: Slot, options: RunSlotsOptions): Promise<SlotOutcome> {
  const { connection, clock, signal, devEnv } = options;
  const startedAt = clock.monotonicMs();
  const durationMs = () => clock.monotonicMs() - startedAt;
  if (signal.aborted) return { kind: 'failed', message: options.givenUpMessage, durationMs: 0 };
  try {
    const result = await connection.request(
      'actions/run',
      {
        actionSource: slot.actionSource,
        project: slot.project?.path ?? '',
        params: { ...slot.payload },
        options: { resultFormats: [...options.resultFormats], trigger: 'user', devEnv },
        progressToken: token,
      },
      // A signal of its own: Node warns of a leak when more than ten calls listen to one.
      { signal: AbortSignal.any([signal]) },
    );
    return finished(result.resultByFormat ?? {}, result.returnCode, durationMs());
  } catch (error) {
    const message = signal.aborted ? options.givenUpMessage : messageOf(error);
    return { kind: 'failed', message, durationMs: durationMs() };
  }
}
