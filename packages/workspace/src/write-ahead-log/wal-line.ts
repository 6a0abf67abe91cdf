import { createHash } from 'node:crypto';
import type { LoggedRun, RunEvent } from './run-log.js';

/** One line of the log, in the spelling that its readers, ours and others', know. */
export interface WalLine {
  readonly schema_version: 2;
  readonly sequence: number;
  readonly ts: string;
  readonly event_type: string;
  readonly project_path: string;
  readonly writer_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly wal_run_id?: string;
  readonly parent_run_id?: string;
  readonly action_name?: string;
  readonly trigger?: string;
  readonly dev_env?: string;
  readonly env_name?: string;
}

export interface WalPlace {
  readonly sequence: number;
  readonly timeMs: number;
  readonly writerId: string;
}

export function toWalLine(run: LoggedRun, event: RunEvent, place: WalPlace): WalLine {
  return {
    schema_version: 2,
    sequence: place.sequence,
    ts: new Date(place.timeMs).toISOString(),
    event_type: `run.${event.kind}`,
    project_path: run.projectDir,
    writer_id: place.writerId,
    payload: payloadOf(event),
    wal_run_id: run.runId,
    ...(run.parentRunId !== undefined && { parent_run_id: run.parentRunId }),
    action_name: run.actionName,
    trigger: run.trigger,
    dev_env: run.devEnv,
    ...(event.kind === 'dispatched' && { env_name: event.envName }),
  };
}

function payloadOf(event: RunEvent): Readonly<Record<string, unknown>> {
  switch (event.kind) {
    case 'accepted':
      return { params_hash: hashOf(event.params) };
    case 'rejected':
    case 'cancelled':
      return { reason: event.reason };
    case 'dispatched':
      return { env_name: event.envName };
    case 'completed':
      return { status: statusNames[event.status], return_code: event.returnCode };
    case 'failed':
      return { error: event.error };
  }
}

const statusNames = { finished: 'success', stopped: 'stopped', streamed: 'streamed' } as const;

/** Payloads may hold secrets and be large: the log tells equal ones from different ones, no more. */
function hashOf(params: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(withSortedKeys(params)) ?? '')
    .digest('hex');
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, withSortedKeys(item)]));
}
