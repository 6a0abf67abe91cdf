import path from 'node:path';
import { type LoggedRunSummary, readWal, runHistory, type WalEvent } from '@tandem/workspace';
import { findWorkspaceRoot, userPlace, workspacePlace } from '@tandem/workspace-client';
import { openWorld } from '../composition/world.js';
import { writeAheadLogDir } from '../composition/write-ahead-log.js';
import { ExitCode } from '../exit-code.js';
import { usageError } from '../usage-error.js';

export interface RunsOptions {
  readonly workdir?: string;
  readonly last?: number;
  readonly json?: boolean;
}

export async function listRuns(options: RunsOptions): Promise<number> {
  const { last = 20 } = options;
  if (!(last > 0)) return usageError('--last is a number, more than 0');
  const runs = (await readRuns(options)).slice(-last);
  if (options.json) {
    print(runs.map(({ events: _events, ...run }) => run));
    return ExitCode.ok;
  }
  if (runs.length === 0) process.stdout.write('No runs are logged here. See "tandem runs --help".\n');
  for (const run of runs) process.stdout.write(`${lineOf(run)}\n`);
  return ExitCode.ok;
}

export async function showRun(id: string, options: RunsOptions): Promise<number> {
  const all = await readRuns(options);
  const [run, ...others] = all.filter(({ runId }) => runId.startsWith(id));
  if (run === undefined) return usageError(`no run ${id} is logged here`);
  if (others.length > 0) return usageError(`${id} begins ${others.length + 1} ids; give more of it`);
  const started = all.filter(({ parentRunId }) => parentRunId === run.runId);
  if (options.json) {
    print({ ...run, started: started.map(({ runId }) => runId) });
    return ExitCode.ok;
  }
  process.stdout.write(`${lineOf(run)}\n`);
  if (run.problem !== undefined) process.stdout.write(`  ${run.problem}\n`);
  for (const event of run.events) process.stdout.write(`  ${eventLine(event, run)}\n`);
  if (started.length > 0) process.stdout.write('it started:\n');
  for (const child of started) process.stdout.write(`  ${lineOf(child)}\n`);
  return ExitCode.ok;
}

async function readRuns({ workdir = '' }: RunsOptions): Promise<readonly LoggedRunSummary[]> {
  const { environment, files } = openWorld();
  const root = await findWorkspaceRoot(path.resolve(environment.cwd, workdir), { files });
  const places = [workspacePlace(root), userPlace(root, environment)];
  const dirs = places.flatMap((place) =>
    ['wm', 'er'].map((writer) => path.join(writeAheadLogDir(place), writer)),
  );
  const logs = await Promise.all(dirs.map((dir) => readWal(dir, files)));
  const events = logs.flatMap((log) => log.events);
  return runHistory(events.sort((a, b) => a.timeMs - b.timeMs || a.sequence - b.sequence));
}

function lineOf(run: LoggedRunSummary): string {
  const began = new Date(run.startedAtMs).toISOString();
  const took = run.endedAtMs === undefined ? '' : `${run.endedAtMs - run.startedAtMs} ms`;
  const status = run.returnCode === undefined ? run.status : `${run.status} (${run.returnCode})`;
  return [run.runId, began, run.actionName, run.projectDir, status, took]
    .filter((part) => part !== '')
    .join('  ');
}

function eventLine(event: WalEvent, run: LoggedRunSummary): string {
  const payload = Object.keys(event.payload).length === 0 ? '' : JSON.stringify(event.payload);
  return [`+${event.timeMs - run.startedAtMs} ms`, event.type, event.envName ?? '', payload]
    .filter((part) => part !== '')
    .join('  ');
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
