import type { HandlerOverrides } from '@tandem/config';
import type { ActionService } from './actions/action-service.js';
import type { ClientScopes } from './clients/client-scopes.js';
import type { ClientSession } from './clients/client-session.js';
import { mayRunCode, type TrustPolicy } from './clients/trust.js';
import type { DocumentSync } from './documents/document-sync.js';
import type { ConfigService } from './projects/config-service.js';
import type { AddDirOptions, ReloadOptions } from './projects/project-info.js';
import type { ProjectRegistry } from './projects/project-registry.js';
import type { ProjectService } from './projects/project-service.js';
import type { RunnerPool } from './runners/runner-pool.js';
import type { RunnerAddress } from './runners/runner-port.js';
import type { RunnerService } from './runners/runner-service.js';
import type { BatchService } from './runs/batch-service.js';
import type { BatchObserver, BatchRequest, RunObserver, RunRequest } from './runs/run-request.js';
import type { RunService } from './runs/run-service.js';
import type { DocumentChange, Workspace } from './workspace.js';
import { WorkspaceError } from './workspace-error.js';
import type { EventHub, WorkspaceListener } from './workspace-events.js';

export interface WorkspaceParts {
  readonly registry: ProjectRegistry;
  readonly projects: ProjectService;
  readonly config: ConfigService;
  readonly actions: ActionService;
  readonly runs: RunService;
  readonly batches: BatchService;
  readonly scopes: ClientScopes;
  readonly runners: RunnerService;
  readonly pool: RunnerPool;
  readonly documents: DocumentSync;
  readonly hub: EventHub;
  readonly trust: TrustPolicy;
  editablePackages(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

type Cancellable = { readonly signal: AbortSignal };

/** The front of the workspace: every method hands over to the part that knows. */
export class WorkspaceFacade implements Workspace {
  readonly #parts: WorkspaceParts;

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
  }

  addDir(session: ClientSession, dirPath: string, options: AddDirOptions) {
    return this.#parts.projects.addDir(session, dirPath, options);
  }

  removeDir(dirPath: string) {
    return this.#parts.projects.removeDir(dirPath);
  }

  listDirs() {
    return this.#parts.registry.dirs;
  }

  listProjects() {
    return this.#parts.registry.projects.map(({ info }) => info);
  }

  findProjectForFile(filePath: string) {
    const containing = this.#parts.registry.containing(filePath);
    return containing.find(({ status }) => status !== 'not-configured')?.dir;
  }

  rawConfig(projectDir: string) {
    return this.#parts.registry.require(projectDir).valid?.rawConfig ?? {};
  }

  explainConfig(projectDir: string) {
    return this.#parts.registry.require(projectDir).valid?.sources.list() ?? [];
  }

  editablePackages() {
    return this.#parts.editablePackages();
  }

  setConfigOverrides(overrides: HandlerOverrides, options: Cancellable) {
    return this.#parts.config.setOverrides(overrides, options);
  }

  reloadConfig(options: ReloadOptions) {
    return this.#parts.config.reload(options);
  }

  async reset(session: ClientSession, options: Cancellable) {
    const { config, pool, trust } = this.#parts;
    await config.reload({ ...options, rescan: true, cancelRuns: true });
    await Promise.all(
      pool.allRunning().map(async ({ address }) => {
        if (await mayRunCode(session, address.projectDir, trust)) await pool.restart(address, {});
      }),
    );
  }

  listActions(projectDir?: string) {
    return this.#parts.actions.list(projectDir);
  }

  payloadSchemas(
    session: ClientSession,
    projectDir: string,
    sources: readonly string[],
    options: Cancellable & { readonly startRunners?: boolean },
  ) {
    return this.#parts.actions.payloadSchemas(session, projectDir, sources, options);
  }

  tree() {
    return this.#parts.actions.tree();
  }

  subtree(nodeId: string) {
    return this.#parts.actions.subtree(nodeId);
  }

  reloadAction(session: ClientSession, actionNodeId: string) {
    return this.#parts.actions.reload(session, actionNodeId);
  }

  run(session: ClientSession, request: RunRequest, observer: RunObserver, options: Cancellable) {
    return this.#parts.runs.run(session, request, observer, options);
  }

  runBatch(session: ClientSession, request: BatchRequest, observer: BatchObserver, options: Cancellable) {
    return this.#parts.batches.run(session, request, observer, options);
  }

  startRunners(session: ClientSession, options: Cancellable & { readonly projects?: readonly string[] }) {
    const { projects, registry } = this.#parts;
    return projects.startRunners(session, registry.select(options.projects), options);
  }

  listRunners(projectDir?: string) {
    return this.#parts.runners.list(projectDir);
  }

  restartRunner(
    session: ClientSession,
    address: RunnerAddress,
    options: Cancellable & { readonly debug: boolean },
  ) {
    return this.#parts.runners.restart(session, address, options);
  }

  checkEnv(session: ClientSession, address: RunnerAddress, options: Cancellable) {
    return this.#parts.runners.checkEnv(session, address, options);
  }

  removeEnv(address: RunnerAddress, options: Cancellable) {
    return this.#parts.runners.removeEnv(address, options);
  }

  forwardRunnerLogs(level: string | undefined) {
    this.#parts.pool.forwardLogs(level);
  }

  openDocument(
    session: ClientSession,
    document: { readonly uri: string; readonly version?: number; readonly text?: string },
  ) {
    return this.#parts.documents.open(session, document);
  }

  changeDocument(session: ClientSession, uri: string, version: number, changes: readonly DocumentChange[]) {
    return this.#parts.documents.change(session, uri, version, changes);
  }

  closeDocument(session: ClientSession, uri: string) {
    return this.#parts.documents.close(session, uri);
  }

  subscribe(listener: WorkspaceListener) {
    return this.#parts.hub.subscribe(listener);
  }

  async disconnect(session: ClientSession) {
    const { scopes, documents } = this.#parts;
    scopes.end(session, new WorkspaceError('run-cancelled', `${session.label} disconnected.`));
    await documents.closeAll(session);
  }

  [Symbol.asyncDispose]() {
    return this.#parts.close();
  }
}
