import type { Clock, Log } from '@tandem/platform';
import { WorkspaceError } from '../workspace-error.js';
import type {
  ActionMeta,
  OpenDocument,
  Runner,
  RunnerAddress,
  RunnerConfig,
  RunnerHost,
  RunnerLauncher,
  RunnerStart,
} from './runner-port.js';

export type RunnerStatus = 'no-environment' | 'starting' | 'running' | 'failed' | 'exited';

export interface RunnerState extends RunnerAddress {
  readonly status: RunnerStatus;
  /** Why it is not running, for people. */
  readonly problem?: string;
}

/** What the pool has to know of a project at the moment a runner starts. */
export interface RunnerSetup {
  readonly start: Omit<RunnerStart, 'debug'>;
  readonly config: RunnerConfig;
  readonly documents: readonly OpenDocument[];
  readonly host: RunnerHost;
}

export interface RunnerPoolOptions {
  readonly launcher: RunnerLauncher;
  readonly clock: Clock;
  readonly log: Log;
  setupFor(address: RunnerAddress): Promise<RunnerSetup>;
  /** A runner was configured: this is what it could load. */
  onMeta(address: RunnerAddress, meta: ReadonlyMap<string, ActionMeta>): void;
  onStatus(state: RunnerState): void;
  readonly startTimeoutMs?: number;
}

interface Entry {
  readonly address: RunnerAddress;
  status: RunnerStatus;
  problem?: string;
  /** Set while it starts and while it runs. */
  current?: Promise<Runner>;
  /** Starts in a row that did not last; each doubles the wait before the next. */
  shortLives: number;
}

const firstWaitMs = 250;
const longestWaitMs = 15_000;
/** A runner that lived this long was healthy: the next start need not wait. */
const healthyAfterMs = 10_000;

/** Starts each runner when it is first needed, once, and again after it died. */
export class RunnerPool implements AsyncDisposable {
  readonly #options: RunnerPoolOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new AbortController();

  constructor(options: RunnerPoolOptions) {
    this.#options = options;
  }

  /** The runner, started and configured. Callers that come during a start share it. */
  get(address: RunnerAddress, options: { readonly debug?: boolean } = {}): Promise<Runner> {
    const entry = this.#entryOf(address);
    entry.current ??= this.#start(entry, options.debug ?? false);
    return entry.current;
  }

  /** The runner if it is running now; never starts one. */
  async running(address: RunnerAddress): Promise<Runner | undefined> {
    const entry = this.#entries.get(keyOf(address));
    return entry?.status === 'running' ? entry.current : undefined;
  }

  async allRunning(projectDir?: string): Promise<readonly { address: RunnerAddress; runner: Runner }[]> {
    const entries = [...this.#entries.values()].filter(
      ({ status, address }) =>
        status === 'running' && (projectDir === undefined || address.projectDir === projectDir),
    );
    const found = await Promise.all(
      entries.map(async ({ address, current }) => ({ address, runner: await current })),
    );
    return found.flatMap(({ address, runner }) => (runner === undefined ? [] : [{ address, runner }]));
  }

  list(projectDir?: string): readonly RunnerState[] {
    return [...this.#entries.values()]
      .filter(({ address }) => projectDir === undefined || address.projectDir === projectDir)
      .map(stateOf);
  }

  /** Gives every running runner of a project its new configuration. */
  async reconfigure(projectDir: string, options: { readonly signal: AbortSignal }): Promise<void> {
    await Promise.all(
      (await this.allRunning(projectDir)).map(async ({ address, runner }) => {
        const { config } = await this.#options.setupFor(address);
        this.#options.onMeta(address, await runner.configure(config, options));
      }),
    );
  }

  async restart(address: RunnerAddress, options: { readonly debug: boolean }): Promise<Runner> {
    await this.stop(address);
    this.#entryOf(address).shortLives = 0;
    return this.get(address, options);
  }

  async stop(address: RunnerAddress): Promise<void> {
    const entry = this.#entries.get(keyOf(address));
    const runner = await entry?.current?.catch(() => undefined);
    await runner?.stop();
  }

  /** Stops a project's runners and forgets that they ever were. */
  async forget(projectDir: string): Promise<void> {
    const entries = [...this.#entries.values()].filter(({ address }) => address.projectDir === projectDir);
    await Promise.all(entries.map(({ address }) => this.stop(address)));
    for (const { address } of entries) this.#entries.delete(keyOf(address));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new WorkspaceError('runner-exited', 'The workspace is shutting down.'));
    await Promise.all([...this.#entries.values()].map(({ address }) => this.stop(address)));
  }

  #entryOf(address: RunnerAddress): Entry {
    const key = keyOf(address);
    const entry = this.#entries.get(key) ?? { address, status: 'exited', shortLives: 0 };
    this.#entries.set(key, entry);
    return entry;
  }

  async #start(entry: Entry, debug: boolean): Promise<Runner> {
    const { launcher, clock, setupFor, onMeta, startTimeoutMs = 30_000 } = this.#options;
    this.#setStatus(entry, 'starting');
    try {
      await this.#waitAfterCrash(entry);
      const { start, config, documents, host } = await setupFor(entry.address);
      using deadline = clock.deadline(startTimeoutMs, { signal: this.#closing.signal });
      // A debugger may keep it waiting for as long as a person likes.
      const signal = debug ? this.#closing.signal : deadline.signal;
      const startedAt = clock.monotonicMs();
      const runner = await launcher.start({ ...start, debug }, host, { signal });
      try {
        onMeta(entry.address, await runner.configure(config, { signal }));
      } catch (error) {
        await runner.stop();
        throw error;
      }
      for (const document of documents) runner.documentOpened(document);
      this.#watch(entry, runner, startedAt);
      this.#setStatus(entry, 'running');
      return runner;
    } catch (error) {
      delete entry.current;
      entry.shortLives += 1;
      const isMissing = error instanceof WorkspaceError && error.code === 'env-not-found';
      this.#setStatus(entry, isMissing ? 'no-environment' : 'failed', messageOf(error));
      throw error instanceof WorkspaceError ? error : startFailure(entry.address, error);
    }
  }

  /** Not a punishment: a runner that dies at once would otherwise be started as fast as the machine can. */
  async #waitAfterCrash({ shortLives }: Entry): Promise<void> {
    if (shortLives < 2) return;
    const waitMs = Math.min(firstWaitMs * 2 ** (shortLives - 2), longestWaitMs);
    await this.#options.clock.sleep(waitMs, { signal: this.#closing.signal });
  }

  #watch(entry: Entry, runner: Runner, startedAt: number): void {
    const { clock, log } = this.#options;
    void runner.exited.then(({ kind, message }) => {
      delete entry.current;
      const wasHealthy = clock.monotonicMs() - startedAt >= healthyAfterMs;
      entry.shortLives = kind === 'stopped' || wasHealthy ? 0 : entry.shortLives + 1;
      if (kind === 'crashed') log.error('runner died', { ...entry.address, message });
      this.#setStatus(entry, 'exited', kind === 'crashed' ? message : undefined);
    });
  }

  #setStatus(entry: Entry, status: RunnerStatus, problem?: string): void {
    entry.status = status;
    if (problem === undefined) delete entry.problem;
    else entry.problem = problem;
    this.#options.onStatus(stateOf(entry));
  }
}

function stateOf({ address, status, problem }: Entry): RunnerState {
  return { ...address, status, ...(problem !== undefined && { problem }) };
}

function keyOf({ projectDir, envName }: RunnerAddress): string {
  return JSON.stringify([projectDir, envName]);
}

function startFailure({ projectDir, envName }: RunnerAddress, cause: unknown): WorkspaceError {
  const message = `The runner for env "${envName}" of ${projectDir} did not start: ${messageOf(cause)}`;
  return new WorkspaceError('runner-failed', message, { cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
