import {
  type Clock,
  combineSinks,
  createFileSink,
  createLog,
  type Environment,
  type Lock,
  type Locks,
  type Log,
  type LogLevel,
} from '@tandem/platform';
import type { Workspace } from '@tandem/workspace';
import {
  type DaemonPlace,
  prepareDaemonPlace,
  removePortFileIf,
  writePortFile,
} from '@tandem/workspace-client';
import { hubSink, LogHub } from '../connection/log-hub.js';
import { createWmServer } from '../wm-server.js';
import { becomeShared } from './become-shared.js';
import { Ending, type EndingStep } from './ending.js';
import { IdleStop } from './idle-stop.js';
import { listen } from './listener.js';

export interface DaemonOptions {
  /** As `findWorkspaceRoot` gives it. */
  readonly workspaceRoot: string;
  /** Makes a private daemon, beside the shared one, whose port is written there. */
  readonly portFile?: string;
  /** How long the daemon outlives its last client. Default: 30 s. */
  readonly disconnectTimeoutSec?: number;
  readonly logLevel?: LogLevel;
  readonly version: string;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly locks: Locks;
  /** Makes the workspace that is served; the daemon disposes of it. */
  openWorkspace(world: DaemonWorld): Workspace | Promise<Workspace>;
}

/** What the daemon has made ready for its workspace. */
export interface DaemonWorld {
  readonly workspaceRoot: string;
  readonly log: Log;
  /** Where the daemon keeps its files: inside the workspace, or with the user when that cannot be written to. */
  readonly dataDir: string;
}

export interface Daemon extends AsyncDisposable {
  readonly port: number;
  readonly portFile: string;
  readonly logFile: string;
  readonly log: Log;
  /** Settles with the reason when the daemon has ended, all its clients and runners too. */
  readonly stopped: Promise<string>;
  stop(reason: string): Promise<void>;
}

export type DaemonStart =
  | { readonly kind: 'started'; readonly daemon: Daemon }
  /** The workspace has a shared daemon; another one would take its clients apart. */
  | { readonly kind: 'already-running'; readonly port: number };

const firstClientMs = 30_000;
const defaultDisconnectTimeoutSec = 30;
const fileStepMs = 2_000;
const clientsMs = 2_000;
/** Runners that do not end by then are left to the exit hook of the process. */
const workspaceMs = 10_000;

export async function startDaemon(options: DaemonOptions): Promise<DaemonStart> {
  const { workspaceRoot, environment, clock, locks } = options;
  const place = await prepareDaemonPlace(workspaceRoot, environment);
  if (options.portFile !== undefined) {
    return { kind: 'started', daemon: await run(options, place, options.portFile, undefined) };
  }
  const claim = await becomeShared(place, { locks, clock });
  if (claim.kind === 'already-running') return claim;
  try {
    return { kind: 'started', daemon: await run(options, place, place.portFile, claim.lock) };
  } catch (error) {
    await claim.lock.release();
    throw error;
  }
}

async function run(
  options: DaemonOptions,
  place: DaemonPlace,
  portFile: string,
  lock: Lock | undefined,
): Promise<Daemon> {
  const { workspaceRoot, clock } = options;
  const logHub = new LogHub();
  const fileSink = createFileSink({ filePath: place.logFile, level: options.logLevel ?? 'info' });
  const log = createLog({ sink: combineSinks(fileSink, hubSink(logHub)), clock });
  const workspace = await options.openWorkspace({ workspaceRoot, log, dataDir: place.dir });
  const facts = { logFilePath: place.logFile, version: options.version };
  const stop = (reason: string) => ending.start(reason);
  const server = createWmServer({
    workspace,
    log,
    clock,
    facts,
    logHub,
    onShutdown: () => void stop('a client asked for it'),
  });
  const idle = new IdleStop({
    clock,
    firstClientMs,
    disconnectMs: (options.disconnectTimeoutSec ?? defaultDisconnectTimeoutSec) * 1_000,
    onIdle: (reason) => void stop(reason),
  });
  const listener = await listen((socket) => {
    idle.clientCame();
    server
      .serve(socket)
      .catch((error: unknown) => log.error('a client could not be parted from in order', { error }))
      .finally(() => idle.clientLeft());
  }, log);
  const steps: readonly EndingStep[] = [
    // First nobody can find it any more; then another may take its place, while this one still tidies up.
    {
      what: 'no longer being found',
      withinMs: fileStepMs,
      async run() {
        idle[Symbol.dispose]();
        listener.stopListening();
        await removePortFileIf(portFile, listener.port);
      },
    },
    { what: 'releasing the lock', withinMs: fileStepMs, run: () => lock?.release() },
    { what: 'parting from clients', withinMs: clientsMs, run: () => server[Symbol.asyncDispose]() },
    { what: 'closing the workspace', withinMs: workspaceMs, run: () => workspace[Symbol.asyncDispose]() },
  ];
  const ending = new Ending(steps, { clock, log });
  void ending.ended.then(() => fileSink[Symbol.dispose]());
  try {
    await writePortFile(portFile, listener.port);
  } catch (error) {
    await stop('its port file cannot be written');
    throw error;
  }
  log.info('listening', { port: listener.port, portFile, workspaceRoot, version: options.version });
  return {
    port: listener.port,
    portFile,
    logFile: place.logFile,
    log,
    stopped: ending.ended,
    stop,
    [Symbol.asyncDispose]: () => stop('disposed of'),
  };
}
