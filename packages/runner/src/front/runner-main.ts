import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  createFileSink,
  createProcesses,
  installExitHook,
  isSameUserConnection,
  type LogLevel,
  readEnvironment,
  watchParent,
} from '@tandem/platform';
import { guardStdout } from './guard-stdout.js';
import { createLogRouter, type LogRouter } from './log-router.js';
import { startRunner } from './start-runner.js';
import { acceptOne } from './tcp-transport.js';

export interface RunnerMainOptions {
  readonly projectPath: string;
  readonly envName: string;
  /** Where packages of the environment are, best first. Default: in the environment's own folder. */
  readonly nodeModulesDirs?: readonly string[];
  /** Opens a debug port and says where. */
  readonly debug?: boolean;
  /** Serves over TCP, and prints the port on stdout, instead of over stdio. */
  readonly tcp?: boolean;
  readonly logLevel?: LogLevel;
  /** Also logs there, as lines of JSON. */
  readonly logFilePath?: string;
}

/**
 * The whole life of a runner process: until the Workspace Manager sends `exit`, or is gone. Resolves with the exit
 * code; the caller then ends the process, since extension code may have left timers behind.
 */
export async function runnerMain(options: RunnerMainOptions): Promise<number> {
  const { envName, tcp = false, debug = false, logFilePath } = options;
  const projectPath = resolve(options.projectPath);
  const problem =
    envName === '' ? 'Environment name (--env-name) is required' : await projectProblem(projectPath);
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    return 2;
  }
  const level = options.logLevel ?? 'info';
  const logs = createLogRouter({
    level,
    stderr: process.stderr,
    sinks: logFilePath === undefined ? [] : [createFileSink({ filePath: logFilePath, level })],
  });
  surviveExtensionMistakes(logs);
  const processes = createProcesses();
  using _hook = installExitHook(processes);
  if (debug) await openDebugger(tcp ? process.stdout : process.stderr);

  const serve = async () => {
    const transport = tcp ? await tcpTransport(logs) : stdioTransport();
    const environment = readEnvironment();
    const runner = startRunner({
      projectPath,
      envName,
      nodeModulesDirs: (
        options.nodeModulesDirs ?? [join(projectPath, '.venvs', envName, 'node_modules')]
      ).map((dir) => resolve(dir)),
      transport,
      processes,
      environment,
      logs,
      logFilePath,
    });
    // The socket was accepted paused, to ask about its owner before a byte is read.
    if (transport instanceof Socket) transport.resume();
    return runner.ended;
  };
  const { wasShutDown } = await Promise.race([serve(), parentGone()]);
  processes.killAllNow();
  return wasShutDown ? 0 : 1;
}

/** With stdio the end of the input says it first; over TCP, or with an input that others hold open, it takes the parent's id. */
function parentGone(): Promise<{ readonly wasShutDown: boolean }> {
  return new Promise((resolve) => {
    watchParent({ onParentExit: () => resolve({ wasShutDown: true }) });
  });
}

async function projectProblem(projectPath: string): Promise<string | undefined> {
  const found = await stat(projectPath).catch(() => undefined);
  return found?.isDirectory()
    ? undefined
    : `The project path ${projectPath} (--project-path) is not a folder`;
}

/** A promise that an extension forgot must not take the other handlers along, nor a log that nobody reads. */
function surviveExtensionMistakes({ log }: LogRouter): void {
  process.stderr.on('error', () => {});
  process.on('unhandledRejection', (error) =>
    log.error('A promise that nobody waited for failed', { error }),
  );
  process.on('uncaughtException', (error) => log.error('An error that nobody caught', { error }));
}

async function openDebugger(output: Writable): Promise<void> {
  const inspector = await import('node:inspector');
  inspector.open(0, '127.0.0.1');
  const url = inspector.url();
  if (url !== undefined) output.write(`Debug session: ${new URL(url).host}\n`);
}

function stdioTransport(): { readonly readable: Readable; readonly writable: Writable } {
  return { readable: process.stdin, writable: guardStdout() };
}

async function tcpTransport({ log }: LogRouter): Promise<Socket> {
  const stdout = process.stdout;
  return acceptOne({
    // Other workspace managers look for this very line.
    announce: (port) => stdout.write(`Serving on ('127.0.0.1', ${port})\n`),
    async isWelcome(candidate) {
      const answer = await isSameUserConnection(candidate);
      if (answer.kind === 'refused') log.warn(`A connection was refused: ${answer.why}`);
      return answer.kind !== 'refused';
    },
  });
}
