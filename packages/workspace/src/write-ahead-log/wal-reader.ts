import type { FileSystem } from '@tandem/platform';
import { walSegments } from './wal-segments.js';

/** An event as any writer, ours or another program's, left it in the log. */
export interface WalEvent {
  readonly sequence: number;
  readonly timeMs: number;
  /** `run.accepted`, `handler.started`, … */
  readonly type: string;
  readonly projectDir: string;
  readonly writerId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly runId?: string;
  readonly parentRunId?: string;
  readonly actionName?: string;
  readonly trigger?: string;
  readonly devEnv?: string;
  readonly envName?: string;
}

export interface WalContent {
  /** In the order in which they were written. */
  readonly events: readonly WalEvent[];
  /** Lines that could not be read, such as the last one of a writer that was killed. */
  readonly damagedLines: number;
}

export async function readWal(
  dir: string,
  files: Pick<FileSystem, 'readDirectory' | 'stat' | 'readTextIfExists'>,
): Promise<WalContent> {
  const events: WalEvent[] = [];
  let damagedLines = 0;
  for (const segment of await walSegments(dir, files)) {
    // A segment may have been removed since it was listed: the log rotates while it is read.
    const content = parseWal((await files.readTextIfExists(segment)) ?? '');
    events.push(...content.events);
    damagedLines += content.damagedLines;
  }
  return { events, damagedLines };
}

export function parseWal(text: string): WalContent {
  const events: WalEvent[] = [];
  let damagedLines = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const event = parseLine(line);
    if (event === undefined) damagedLines += 1;
    else events.push(event);
  }
  return { events, damagedLines };
}

function parseLine(line: string): WalEvent | undefined {
  const content = parseObject(line);
  if (content === undefined) return undefined;
  const { sequence, ts, event_type: type, project_path: projectDir, writer_id: writerId, payload } = content;
  const timeMs = typeof ts === 'string' ? Date.parse(ts) : Number.NaN;
  if (typeof sequence !== 'number' || typeof type !== 'string' || Number.isNaN(timeMs)) return undefined;
  if (typeof projectDir !== 'string' || typeof writerId !== 'string' || !isObject(payload)) return undefined;
  return {
    sequence,
    timeMs,
    type,
    projectDir,
    writerId,
    payload,
    ...optional('runId', content['wal_run_id']),
    ...optional('parentRunId', content['parent_run_id']),
    ...optional('actionName', content['action_name']),
    ...optional('trigger', content['trigger']),
    ...optional('devEnv', content['dev_env']),
    ...optional('envName', content['env_name']),
  };
}

function optional<Key extends string>(key: Key, value: unknown): { readonly [K in Key]?: string } {
  return typeof value === 'string' ? ({ [key]: value } as { readonly [K in Key]?: string }) : {};
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const content: unknown = JSON.parse(line);
    return isObject(content) ? content : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
