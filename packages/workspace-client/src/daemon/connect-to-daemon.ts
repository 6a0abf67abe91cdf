import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type Clock,
  childEnvironment,
  type DetachedProcess,
  type Environment,
  type Locks,
  type Processes,
} from '@tandem/platform';
import type { ConnectionOptions, WorkspaceConnection } from '../connection/workspace-connection.js';
import { WorkspaceClientError } from '../workspace-client-error.js';
import { type DaemonPlace, prepareDaemonPlace, userPlace, workspacePlace } from './daemon-place.js';
import { readPortFile } from './port-file.js';
import {
  type ClientIntroduction,
  type ReachedDaemon,
  type ReachOptions,
  reachDaemon,
} from './reach-daemon.js';
import { type FileWatch, watchFile } from './watch-file.js';

/** What of the world is needed to find or start a daemon. */
export interface DaemonPorts {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly processes: Pick<Processes, 'spawnDetached'>;
}

export interface FindDaemonOptions extends ConnectionOptions {
  /** As `findWorkspaceRoot` gives it. */
  readonly workspaceRoot: string;
  readonly client: ClientIntroduction;
  readonly ports: Pick<DaemonPorts, 'environment' | 'clock'>;
  readonly signal: AbortSignal;
}

export interface ConnectToDaemonOptions extends FindDaemonOptions {
  readonly ports: DaemonPorts;
  /** Runs the shared daemon of this workspace in the foreground. */
  readonly startCommand: { readonly command: string; readonly args: readonly string[] };
  /** How long a start may take, with waiting for others who start it. Default: 30 s. */
  readonly startWithinMs?: number;
}

/** Connects to the shared daemon of a workspace if there is one. Nothing is started and nothing written. */
export async function findDaemon(options: FindDaemonOptions): Promise<WorkspaceConnection | undefined> {
  const { workspaceRoot, ports } = options;
  for (const place of [workspacePlace(workspaceRoot), userPlace(workspaceRoot, ports.environment)]) {
    const reached = await tryReach(place, reachOptions(options, options.signal));
    if (reached !== undefined) return reached.connection;
  }
  return undefined;
}

/** Connects to the shared daemon of a workspace; starts it when there is none. */
export async function connectToDaemon(options: ConnectToDaemonOptions): Promise<WorkspaceConnection> {
  const running = await findDaemon(options);
  if (running !== undefined) return running;
  const { workspaceRoot, ports, startWithinMs = 30_000 } = options;
  const place = await prepareDaemonPlace(workspaceRoot, ports.environment);
  using deadline = ports.clock.deadline(startWithinMs, { signal: options.signal });
  try {
    const reach = reachOptions(options, deadline.signal);
    await using _startLock = await ports.locks.acquireLock(place.startLockFile, { signal: deadline.signal });
    // While we waited for the lock, somebody else has started it.
    const { connection } = (await tryReach(place, reach)) ?? (await startAndReach(place, options, reach));
    return connection;
  } catch (error) {
    if (!deadline.isExpired || options.signal.aborted) throw error;
    throw await notStarted(place, workspaceRoot, `it did not listen within ${startWithinMs / 1_000} s`);
  }
}

function reachOptions(options: FindDaemonOptions, signal: AbortSignal): ReachOptions {
  const { client, handlers, onProblem, ports } = options;
  return {
    client,
    clock: ports.clock,
    signal,
    ...(handlers !== undefined && { handlers }),
    ...(onProblem !== undefined && { onProblem }),
  };
}

/** Undefined when no daemon answers: there is no port file, or it is a leftover. */
async function tryReach(place: DaemonPlace, options: ReachOptions): Promise<ReachedDaemon | undefined> {
  const port = await readPortFile(place.portFile);
  if (port === undefined) return undefined;
  try {
    return await reachDaemon(port, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof WorkspaceClientError)) throw error;
    options.onProblem?.(`${place.portFile} is a leftover: ${error.message}`, error);
    return undefined;
  }
}

async function startAndReach(
  place: DaemonPlace,
  options: ConnectToDaemonOptions,
  reach: ReachOptions,
): Promise<ReachedDaemon> {
  const { workspaceRoot, startCommand, ports } = options;
  // Watching begins before the daemon does, so that its port file cannot come unseen.
  using watch = watchFile(place.portFile);
  await mkdir(dirname(place.startupOutputFile), { recursive: true });
  await rm(place.startupOutputFile, { force: true });
  const daemon = await ports.processes.spawnDetached(startCommand.command, startCommand.args, {
    cwd: workspaceRoot,
    env: childEnvironment(ports.environment),
    outputPath: place.startupOutputFile,
  });
  const reached = await untilReached(place, watch, daemon, reach);
  if (reached !== undefined) return reached;
  const { code, signal } = await daemon.exited;
  throw await notStarted(place, workspaceRoot, `it ended with ${signal ?? `exit code ${code}`}`);
}

/** Undefined when the daemon ended before anybody answered. */
async function untilReached(
  place: DaemonPlace,
  watch: FileWatch,
  daemon: DetachedProcess,
  options: ReachOptions,
): Promise<ReachedDaemon | undefined> {
  const failed = new AbortController();
  // One that ends well has found another daemon, which was faster and may not listen yet.
  void daemon.exited.then(({ code }) => code !== 0 && failed.abort());
  const signal = AbortSignal.any([options.signal, failed.signal]);
  for (;;) {
    const reached = await tryReach(place, options);
    if (reached !== undefined || failed.signal.aborted) return reached;
    await watch.nextChange({ signal }).catch((error: unknown) => {
      if (!failed.signal.aborted) throw error;
    });
  }
}

async function notStarted(
  place: DaemonPlace,
  workspaceRoot: string,
  what: string,
): Promise<WorkspaceClientError> {
  const output = await readFile(place.startupOutputFile, 'utf8').catch(() => '');
  const lastLines = output.trimEnd().split('\n').slice(-lastLinesShown).join('\n');
  const said = lastLines === '' ? 'It said nothing.' : `Its last words:\n${lastLines}`;
  const message = `The Workspace Manager of ${workspaceRoot} could not be started: ${what}. ${said}\nIts log: ${place.logFile}`;
  return new WorkspaceClientError('daemon-not-started', message);
}

const lastLinesShown = 20;
