import type { Clock, Log } from '@tandem/platform';
import { linkAbort, untilAborted } from '../concurrency/linked-abort.js';
import { messageOf, WorkspaceError } from '../workspace-error.js';
import { RunnerEntries } from './runner-entries.js';
import { type RunnerEntry, type RunnerState, type RunnerStatus, stateOf } from './runner-entry.js';
import type {
  ActionMeta,
  DebugAddress,
  OpenDocument,
  Runner,
  RunnerAddress,
  RunnerConfig,
  RunnerExit,
  RunnerHost,
  RunnerLauncher,
  RunnerStart,
} from './runner-port.js';
import { StartBackOff } from './start-back-off.js';
import { startFailure, startOrStop } from './start-or-stop.js';

/** What a runner is, at the moment it starts or its configuration changes. */
export interface RunnerSetup {
  readonly start: RunnerStart;
  readonly config: RunnerConfig;
}

export interface RunnerPoolOptions {
  readonly launcher: RunnerLauncher;
  readonly clock: Clock;
  readonly log: Log;
  setupOf(address: RunnerAddress): RunnerSetup;
  hostOf(address: RunnerAddress): RunnerHost;
  /** Asked at the very moment the runner becomes available, so that no change falls between. */
  openDocuments(address: RunnerAddress): readonly OpenDocument[];
  /** A runner was configured: this is what it could load. */
  onMeta(address: RunnerAddress, meta: ReadonlyMap<string, ActionMeta>): void;
  onStatus(state: RunnerState): void;
  readonly startTimeoutMs?: number;
}

export interface StartOptions {
  readonly debug?: boolean;
  /** Told while the runner still waits for the debugger. */
  onDebugAddress?(address: DebugAddress): void;
}

/** Starts each runner when it is first needed, once, and again after it died. */
export class RunnerPool implements AsyncDisposable {
  readonly #options: RunnerPoolOptions;
  readonly #entries = new RunnerEntries();
  readonly #closing = linkAbort();
  #logLevel: string | undefined;

  constructor(options: RunnerPoolOptions) {
    this.#options = options;
  }

  /** The runner, started and configured. Callers that come during a start share it. */
  get(address: RunnerAddress, options: StartOptions = {}): Promise<Runner> {
    const entry = this.#entryOf(address);
    entry.current ??= this.#start(entry, options);
    return entry.current;
  }

  /** The runner if it is running now; never starts one. */
  running(address: RunnerAddress): Runner | undefined {
    return this.#entries.get(address)?.runner;
  }

  allRunning(projectDir?: string): readonly { readonly address: RunnerAddress; readonly runner: Runner }[] {
    return this.#entries
      .of(projectDir)
      .flatMap(({ address, runner }) => (runner === undefined ? [] : [{ address, runner }]));
  }

  list(projectDir?: string): readonly RunnerState[] {
    return this.#entries.of(projectDir).map(stateOf);
  }

  /**
   * Gives every runner of a project its new configuration: at once, or when it has started. One that does not take it is
   * stopped, because it would go on with the old one; its next start begins with the new.
   */
  async reconfigure(projectDir: string, options: { readonly signal: AbortSignal }): Promise<void> {
    for (const entry of this.#entries.of(projectDir)) if (entry.status === 'starting') entry.isStale = true;
    await Promise.all(
      this.allRunning(projectDir).map(async ({ address, runner }) => {
        try {
          await this.#configure(address, runner, options);
        } catch (error) {
          options.signal.throwIfAborted();
          this.#options.log.error('runner did not take its configuration', {
            ...address,
            error: messageOf(error),
          });
          await this.stop(address);
        }
      }),
    );
  }

  /** Has runners, those that start later too, send their log; undefined: no more. */
  forwardLogs(level: string | undefined): void {
    this.#logLevel = level;
    for (const { runner } of this.allRunning()) runner.forwardLogs(level);
  }

  async restart(address: RunnerAddress, options: StartOptions): Promise<Runner> {
    await this.stop(address);
    this.#entryOf(address).backOff.forgive();
    return this.get(address, options);
  }

  async stop(address: RunnerAddress): Promise<void> {
    const entry = this.#entries.get(address);
    const stopped = `The runner for env "${address.envName}" of ${address.projectDir} was stopped while it started.`;
    entry?.starting?.abort(new WorkspaceError('runner-exited', stopped));
    const runner = await entry?.current?.catch(() => undefined);
    await runner?.stop();
    // Only when its exit has been noted does the next `get` start another one.
    await runner?.exited;
  }

  /** Stops a project's runners and forgets that they ever were. */
  async forget(projectDir: string): Promise<void> {
    await Promise.all(this.#entries.of(projectDir).map(({ address }) => this.stop(address)));
    this.#entries.forget(projectDir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new WorkspaceError('runner-exited', 'The workspace is shutting down.'));
    await Promise.all(this.#entries.of(undefined).map(({ address }) => this.stop(address)));
  }

  #entryOf(address: RunnerAddress): RunnerEntry {
    const known = this.#entries.get(address);
    if (known !== undefined) return known;
    const { projectDir, envName } = address;
    const backOff = new StartBackOff(this.#options.clock);
    const entry: RunnerEntry = {
      address: { projectDir, envName },
      backOff,
      status: 'exited',
      isStale: false,
    };
    this.#entries.add(entry);
    return entry;
  }

  async #start(entry: RunnerEntry, options: StartOptions): Promise<Runner> {
    const { address } = entry;
    using starting = linkAbort(this.#closing.signal);
    entry.starting = starting;
    this.#setStatus(entry, 'starting');
    try {
      starting.signal.throwIfAborted();
      await entry.backOff.wait(starting);
      const runner = await this.#launch(entry, starting.signal, options);
      entry.backOff.started();
      for (const document of this.#options.openDocuments(address)) runner.documentOpened(document);
      if (this.#logLevel !== undefined) runner.forwardLogs(this.#logLevel);
      entry.runner = runner;
      this.#setStatus(entry, 'running');
      void runner.exited.then((exit) => this.#exited(entry, runner, exit));
      return runner;
    } catch (error) {
      delete entry.current;
      const isMissing = error instanceof WorkspaceError && error.code === 'env-not-found';
      // An environment that is not there costs nothing to look for, and may be created at any moment.
      if (!isMissing) entry.backOff.failed();
      this.#setStatus(entry, isMissing ? 'no-environment' : 'failed', messageOf(error));
      throw error instanceof WorkspaceError ? error : startFailure(address, error);
    } finally {
      delete entry.starting;
    }
  }

  async #launch(
    entry: RunnerEntry,
    starting: AbortSignal,
    { debug = false, onDebugAddress }: StartOptions,
  ): Promise<Runner> {
    const { launcher, clock, setupOf, hostOf, startTimeoutMs = 30_000 } = this.#options;
    const setup = setupOf(entry.address);
    const start = { ...setup.start, debug: debug || setup.start.debug };
    using deadline = clock.deadline(startTimeoutMs, { signal: starting });
    // A debugger may keep it waiting for as long as a person likes.
    const signal = start.debug ? starting : deadline.signal;
    const launchOptions = { signal, ...(onDebugAddress !== undefined && { onDebugAddress }) };
    const runner = await startOrStop(launcher.start(start, hostOf(entry.address), launchOptions), signal);
    try {
      do {
        entry.isStale = false;
        await untilAborted(this.#configure(entry.address, runner, { signal }), signal);
      } while (entry.isStale);
      return runner;
    } catch (error) {
      await runner.stop();
      throw error;
    }
  }

  async #configure(address: RunnerAddress, runner: Runner, options: { signal: AbortSignal }): Promise<void> {
    const { config } = this.#options.setupOf(address);
    this.#options.onMeta(address, await runner.configure(config, options));
  }

  #exited(entry: RunnerEntry, runner: Runner, { kind, message }: RunnerExit): void {
    // A restart may have put another runner in its place already.
    if (entry.runner !== runner) return;
    delete entry.runner;
    delete entry.current;
    if (kind === 'stopped') entry.backOff.forgive();
    else entry.backOff.exited();
    if (kind === 'crashed') this.#options.log.error('runner died', { ...entry.address, message });
    this.#setStatus(entry, 'exited', kind === 'crashed' ? message : undefined);
  }

  #setStatus(entry: RunnerEntry, status: RunnerStatus, problem?: string): void {
    entry.status = status;
    if (problem === undefined) delete entry.problem;
    else entry.problem = problem;
    this.#options.onStatus(stateOf(entry));
  }
}
