import { ContractError } from '@tandem/contracts';
import {
  type Clock,
  type Environment,
  type Log,
  type ManagedProcess,
  PlatformError,
  type Processes,
} from '@tandem/platform';
import { RpcError, RpcErrorCode } from '@tandem/wire';
import {
  type LaunchOptions,
  type Runner,
  type RunnerHost,
  type RunnerLauncher,
  type RunnerStart,
  WorkspaceError,
} from '@tandem/workspace';
import { envNotFound, exitText, messageOf, protocolViolated, startFailure } from '../failures.js';
import { untilAborted, within } from '../waiting.js';
import { openConnection, type RunnerConnection } from '../wire/connection.js';
import { initializeParams } from '../wire/to-wire.js';
import { checkEnv } from './check-env.js';
import {
  type ConnectOptions,
  connectAsAnnounced,
  connectOverStdio,
  type ListenedConnection,
} from './connect-runner.js';
import { ProcessRunner } from './process-runner.js';
import { type NodeRunnerCommand, type RunnerCommand, runnerCommand } from './runner-command.js';
import { RunnerOutput } from './runner-output.js';

export interface RunnerLauncherOptions {
  readonly processes: Processes;
  readonly clock: Clock;
  readonly log: Log;
  readonly environment: Pick<Environment, 'os' | 'variables'>;
  readonly nodeRunner: NodeRunnerCommand;
  /** Of this process; runners may watch it. */
  readonly processId?: number;
  readonly timeouts?: Partial<RunnerTimeouts>;
}

export interface RunnerTimeouts {
  /** For the answer to `initialize`. */
  readonly initializeMs: number;
  /** For the first sign of a runner that may print a port. */
  readonly announceMs: number;
  /** For an orderly end, before it is forced. */
  readonly stopMs: number;
  /** For any sign of life after a call was cancelled; a runner without one is ended. */
  readonly cancelMs: number;
}

const defaultTimeouts: RunnerTimeouts = {
  initializeMs: 20_000,
  announceMs: 30_000,
  stopMs: 5_000,
  cancelMs: 3_000,
};
const infoTimeoutMs = 10_000;
/** Time for the exit of a process to become known after its connection ended. */
const settleMs = 500;

/** Starts runners as processes, each at the head of its own group, and speaks to them. */
export function createRunnerLauncher(options: RunnerLauncherOptions): RunnerLauncher {
  let tokens = 0;
  const newToken = (): string => `tandem-${++tokens}`;
  return {
    start: (start, host, launchOptions) => new Launch(options, start, host, newToken).run(launchOptions),
    checkEnv: (start, { signal }) => checkEnv(start, { ...options, signal }),
  };
}

class Launch {
  readonly #options: RunnerLauncherOptions;
  readonly #start: RunnerStart;
  readonly #host: RunnerHost;
  readonly #newToken: () => string;
  readonly #timeouts: RunnerTimeouts;
  readonly #log: Log;
  readonly #output = new RunnerOutput();

  constructor(options: RunnerLauncherOptions, start: RunnerStart, host: RunnerHost, newToken: () => string) {
    this.#options = options;
    this.#start = start;
    this.#host = host;
    this.#newToken = newToken;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.#log = options.log.child({ env: start.envName, project: start.projectDir });
  }

  async run({ signal, onDebugAddress }: LaunchOptions): Promise<Runner> {
    signal.throwIfAborted();
    const { nodeRunner, environment } = this.#options;
    const command = runnerCommand(this.#start, nodeRunner, environment);
    if (onDebugAddress !== undefined) void this.#output.debugAddress.then(onDebugAddress);
    const process = await this.#spawn(command);
    try {
      const connecting = this.#connect(process, command, signal);
      const connection = await untilAborted(Promise.race([connecting, failsAtExit(process)]), signal);
      return await this.#runnerOver(process, connection, signal);
    } catch (error) {
      const exit = await this.#exitAfter(error, process);
      await process.kill({ graceMs: 0 });
      throw this.#explain(error, signal, exit, this.#output.lastLines(process));
    }
  }

  async #spawn({ command, args, env }: RunnerCommand): Promise<ManagedProcess> {
    try {
      return await this.#options.processes.spawnManaged(command, args, {
        cwd: this.#start.projectDir,
        env,
        stderrTailBytes: 16 * 1024,
        // A runner that is killed cannot stop the commands of its handlers.
        endsWithFamily: true,
        onStderrLine: this.#output.onStderrLine,
      });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const isNoPython = this.#start.runtime === 'python' && error.code === 'command-not-found';
      if (isNoPython) throw envNotFound(this.#start, `there is no ${command}`, error);
      throw startFailure(this.#start, error.message, {}, error);
    }
  }

  #connect(
    process: ManagedProcess,
    command: RunnerCommand,
    signal: AbortSignal,
  ): Promise<ListenedConnection> {
    const { clock, environment, processId } = this.#options;
    const { initializeMs, announceMs } = this.#timeouts;
    const { debug } = this.#start;
    const options: ConnectOptions = {
      clock,
      initialize: initializeParams(this.#start, { os: environment.os, processId }),
      initializeTimeoutMs: debug ? undefined : initializeMs,
      signal,
      open: (transport) => {
        const connection = openConnection(transport, {
          host: this.#host,
          os: environment.os,
          clock,
          log: this.#log,
          newToken: this.#newToken,
        });
        return Object.assign(connection, { incoming: transport.readable });
      },
    };
    if (command.transport === 'stdio') return connectOverStdio(process, options);
    const announced = { frames: this.#output.scan(process), port: this.#output.port };
    return connectAsAnnounced(process, announced, {
      ...options,
      announceTimeoutMs: debug ? undefined : announceMs,
    });
  }

  async #runnerOver(
    process: ManagedProcess,
    connection: ListenedConnection,
    signal: AbortSignal,
  ): Promise<Runner> {
    const { clock } = this.#options;
    const debugAddress = this.#start.debug
      ? await untilAborted(within(clock, this.#timeouts.announceMs, this.#output.debugAddress), signal)
      : undefined;
    if (this.#start.debug && debugAddress === undefined)
      throw new Error('it was started for a debugger, but does not say where to attach one');
    return new ProcessRunner({
      start: this.#start,
      process,
      connection,
      clock,
      log: this.#log,
      logFilePath: await this.#logFilePath(connection, signal),
      debugAddress,
      stopGraceMs: this.#timeouts.stopMs,
      cancelGraceMs: this.#timeouts.cancelMs,
      lastOutput: () => this.#output.lastLines(process),
    });
  }

  /** Nice to have: a runner that cannot tell still runs. */
  async #logFilePath({ runner }: RunnerConnection, signal: AbortSignal): Promise<string | undefined> {
    try {
      const options = { signal, timeoutMs: infoTimeoutMs };
      const { logFilePath } = await runner.request('finecodeRunner/getInfo', {}, options);
      return logFilePath ?? undefined;
    } catch (error) {
      signal.throwIfAborted();
      this.#log.debug('the runner does not tell where it logs', { error });
      return undefined;
    }
  }

  /** How the process ended by itself, if it did. Whatever else went wrong then is only a consequence. */
  async #exitAfter(error: unknown, process: ManagedProcess): Promise<string | undefined> {
    if (error instanceof EndedEarly) return error.message;
    const exit = await within(this.#options.clock, isAboutConnection(error) ? settleMs : 0, process.exited);
    return exit && exitText(exit);
  }

  #explain(error: unknown, signal: AbortSignal, exit: string | undefined, output: string): unknown {
    const start = this.#start;
    if (signal.aborted && !isDeadline(signal.reason)) return signal.reason;
    if (error instanceof WorkspaceError) return error;
    if (error instanceof ContractError) return protocolViolated(start, error.message, error);
    if (/No module named '?finecode_extension_runner/.test(output))
      return envNotFound(start, 'it has no extension runner installed', error);
    return startFailure(start, exit ?? messageOf(error), { output }, error);
  }
}

/** The process ended before it was of any use. */
class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
}

async function failsAtExit(process: ManagedProcess): Promise<never> {
  throw new EndedEarly(exitText(await process.exited));
}

function isAboutConnection(error: unknown): boolean {
  return error instanceof RpcError && error.code === RpcErrorCode.connectionClosed;
}

function isDeadline(reason: unknown): boolean {
  return reason instanceof PlatformError && reason.code === 'deadline-passed';
}
