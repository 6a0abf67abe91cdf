import type { FileSystem } from '@tandem/platform';
import type { ClientSession } from '../clients/client-session.js';
import { requireTrust, type TrustPolicy } from '../clients/trust.js';
import { untilAborted } from '../concurrency/linked-abort.js';
import type { Project } from '../projects/project.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import { WorkspaceError } from '../workspace-error.js';
import type { RunnerState } from './runner-entry.js';
import type { RunnerPool } from './runner-pool.js';
import type { DebugAddress, RunnerAddress, RunnerLauncher, RunnerStart } from './runner-port.js';

export interface RunnerServiceOptions {
  readonly registry: ProjectRegistry;
  readonly pool: RunnerPool;
  readonly launcher: RunnerLauncher;
  readonly trust: TrustPolicy;
  readonly files: FileSystem;
  startOf(address: RunnerAddress): RunnerStart;
  /** Reads the configuration of a project that has not been needed before. */
  makeReady(project: Project, options: { readonly signal: AbortSignal }): Promise<void>;
}

type Cancellable = { readonly signal: AbortSignal };

/** What people do with runners and their environments by hand. */
export class RunnerService {
  readonly #options: RunnerServiceOptions;

  constructor(options: RunnerServiceOptions) {
    this.#options = options;
  }

  list(projectDir?: string): readonly (RunnerState & { readonly projectName: string })[] {
    const { registry, pool } = this.#options;
    const dir = projectDir === undefined ? undefined : registry.require(projectDir).dir;
    return pool.list(dir).map((state) => ({
      ...state,
      projectName: registry.find(state.projectDir)?.name ?? state.projectDir,
    }));
  }

  async restart(
    session: ClientSession,
    address: RunnerAddress,
    { debug, signal }: Cancellable & { readonly debug: boolean },
  ): Promise<void> {
    const { pool, trust } = this.#options;
    const { start, ...known } = await this.#ready(address, { signal });
    await requireTrust(session, known.projectDir, trust);
    let attached: Promise<void> | undefined;
    const attach = ({ host, port }: DebugAddress) => {
      attached ??= session.startDebugging?.({ ...known, runtime: start.runtime, host, port });
      // Awaited below; until then its failure is nobody's.
      attached?.catch(() => undefined);
    };
    const restarting = pool.restart(known, { debug, ...(debug && { onDebugAddress: attach }) });
    const { debugAddress } = await untilAborted(restarting, signal);
    if (debug && debugAddress !== undefined) attach(debugAddress);
    await attached;
  }

  async checkEnv(session: ClientSession, address: RunnerAddress, options: Cancellable): Promise<boolean> {
    const project = this.#options.registry.require(address.projectDir);
    await requireTrust(session, project.dir, this.#options.trust);
    try {
      const { start } = await this.#ready(address, options);
      return await this.#options.launcher.checkEnv(start, options);
    } catch (error) {
      // An environment that nobody configured is not a valid one; that is an answer, not a failure.
      if (error instanceof WorkspaceError && error.code === 'env-not-found') return false;
      throw error;
    }
  }

  async removeEnv(address: RunnerAddress, options: Cancellable): Promise<void> {
    const { start, ...known } = await this.#ready(address, options);
    await this.#options.pool.stop(known);
    await this.#options.files.remove(start.envDir);
  }

  async #ready(
    { projectDir, envName }: RunnerAddress,
    options: Cancellable,
  ): Promise<RunnerAddress & { readonly start: RunnerStart }> {
    const project = this.#options.registry.require(projectDir);
    if (!project.isInitialised) await this.#options.makeReady(project, options);
    const address = { projectDir: project.dir, envName };
    return { ...address, start: this.#options.startOf(address) };
  }
}
