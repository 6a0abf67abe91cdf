import type { WalEvent } from './wal-reader.js';

/** `unfinished`: it runs still, or its process was killed. */
export type LoggedRunStatus = 'completed' | 'failed' | 'cancelled' | 'rejected' | 'unfinished';

export interface LoggedRunSummary {
  readonly runId: string;
  readonly parentRunId?: string;
  readonly actionName: string;
  readonly projectDir: string;
  readonly startedAtMs: number;
  readonly endedAtMs?: number;
  readonly status: LoggedRunStatus;
  readonly returnCode?: number;
  /** Why it has no result. */
  readonly problem?: string;
  readonly events: readonly WalEvent[];
}

/** One entry for each run in the log, in the order in which they began. */
export function runHistory(events: readonly WalEvent[]): readonly LoggedRunSummary[] {
  const byRun = new Map<string, WalEvent[]>();
  for (const event of events) {
    if (event.runId === undefined) continue;
    const own = byRun.get(event.runId);
    if (own === undefined) byRun.set(event.runId, [event]);
    else own.push(event);
  }
  return [...byRun]
    .map(([runId, own]) => summarise(runId, own))
    .sort((a, b) => a.startedAtMs - b.startedAtMs);
}

const endings: Readonly<Record<string, Exclude<LoggedRunStatus, 'unfinished'>>> = {
  'run.completed': 'completed',
  'run.failed': 'failed',
  'run.cancelled': 'cancelled',
  'run.rejected': 'rejected',
};

function summarise(runId: string, events: readonly WalEvent[]): LoggedRunSummary {
  const [first] = events;
  const end = events.findLast(({ type }) => Object.hasOwn(endings, type));
  const parentRunId = events.find((event) => event.parentRunId !== undefined)?.parentRunId;
  const { return_code: returnCode, error, reason } = end?.payload ?? {};
  const problem = error ?? reason;
  return {
    runId,
    ...(parentRunId !== undefined && { parentRunId }),
    actionName: events.find(({ actionName }) => actionName !== undefined)?.actionName ?? '',
    projectDir: first?.projectDir ?? '',
    startedAtMs: first?.timeMs ?? 0,
    ...(end !== undefined && { endedAtMs: end.timeMs }),
    status: (end && endings[end.type]) ?? 'unfinished',
    ...(typeof returnCode === 'number' && { returnCode }),
    ...(typeof problem === 'string' && { problem }),
    events,
  };
}
