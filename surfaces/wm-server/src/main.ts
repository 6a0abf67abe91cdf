import { resolve } from 'node:path';
import { createFileSystem, type Log, type LogLevel } from '@tandem/platform';
import { findWorkspaceRoot } from '@tandem/workspace-client';
import { type Daemon, type DaemonOptions, startDaemon } from './daemon/start-daemon.js';

/** What the command line says. */
export interface WmServerArguments {
  /** Any folder of the workspace. Default: the current one. */
  readonly workdir?: string;
  readonly portFile?: string;
  readonly disconnectTimeoutSec?: number;
  readonly logLevel?: LogLevel;
}

export interface WmServerPorts
  extends Pick<DaemonOptions, 'version' | 'environment' | 'clock' | 'locks' | 'openWorkspace'> {
  /** For what a person in front of a terminal should know; a line at a time. */
  say(line: string): void;
}

/** Runs a Workspace Manager in the foreground until it is no longer needed; resolves with the exit code. */
export async function wmServerMain(args: WmServerArguments, ports: WmServerPorts): Promise<number> {
  const { environment } = ports;
  const { portFile, disconnectTimeoutSec, logLevel } = args;
  const workspaceRoot = await findWorkspaceRoot(resolve(environment.cwd, args.workdir ?? ''), {
    files: createFileSystem(),
  });
  const start = await startDaemon({
    ...ports,
    workspaceRoot,
    ...(portFile !== undefined && { portFile: resolve(environment.cwd, portFile) }),
    ...(disconnectTimeoutSec !== undefined && { disconnectTimeoutSec }),
    ...(logLevel !== undefined && { logLevel }),
  });
  if (start.kind === 'already-running') {
    ports.say(`The Workspace Manager of ${workspaceRoot} already listens on port ${start.port}.`);
    return 0;
  }
  const { daemon } = start;
  using _signals = stopOnSignals(daemon);
  using _mistakes = logMistakes(daemon.log);
  ports.say(`The Workspace Manager of ${workspaceRoot} listens on 127.0.0.1:${daemon.port}.`);
  await daemon.stopped;
  return 0;
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the daemon in order; the second does what signals do. */
function stopOnSignals(daemon: Daemon): Disposable {
  const uninstall = (): void => {
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    uninstall();
    void daemon.stop(`it got ${signal}`);
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return { [Symbol.dispose]: uninstall };
}

/** A promise that was forgotten costs no client its connection; any other error that nobody caught is told, then ends us. */
function logMistakes(log: Log): Disposable {
  const onRejection = (error: unknown): void =>
    log.error('a promise that nobody waited for failed', { error });
  const onLastMoment = (error: Error): void => log.error('an error that nobody caught', { error });
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtExceptionMonitor', onLastMoment);
  return {
    [Symbol.dispose]: () => {
      process.off('unhandledRejection', onRejection);
      process.off('uncaughtExceptionMonitor', onLastMoment);
    },
  };
}
