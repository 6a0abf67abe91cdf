import { ActionService } from './actions/action-service.js';
import { ActionFinder } from './actions/find-action.js';
import { PayloadSchemas } from './actions/payload-schemas.js';
import { TreeAnnouncer } from './actions/tree-announcer.js';
import { ClientScopes } from './clients/client-scopes.js';
import { DocumentSync } from './documents/document-sync.js';
import { EditRouter } from './documents/edit-router.js';
import { ConfigService } from './projects/config-service.js';
import { ConfigWatch } from './projects/config-watch.js';
import { editablePackages } from './projects/editable-packages.js';
import type { Project } from './projects/project.js';
import { ProjectLoader } from './projects/project-loader.js';
import { ProjectRegistry } from './projects/project-registry.js';
import { ProjectService } from './projects/project-service.js';
import type { RunnerState } from './runners/runner-entry.js';
import { createRunnerHost } from './runners/runner-host.js';
import { RunnerPool } from './runners/runner-pool.js';
import { RunnerService } from './runners/runner-service.js';
import { RunnerSetups } from './runners/runner-setups.js';
import { ActionExecutor } from './runs/action-executor.js';
import { ActiveRuns } from './runs/active-runs.js';
import { BatchService } from './runs/batch-service.js';
import { NestedRuns } from './runs/nested-runs.js';
import { defaultRunLimits } from './runs/run-limits.js';
import { RunService } from './runs/run-service.js';
import { RunTargets } from './runs/run-targets.js';
import type { Workspace } from './workspace.js';
import { EventHub } from './workspace-events.js';
import { WorkspaceFacade } from './workspace-facade.js';
import type { WorkspaceOptions } from './workspace-options.js';

/** An empty workspace: nothing is read and nothing runs until a folder is added. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { files, clock, log, os, variables, launcher, trust, runLog } = options;
  const limits = { ...defaultRunLimits, ...options.limits };
  const closing = new AbortController();
  const hub = new EventHub((error) => log.error('a listener failed', { error: String(error) }));
  const registry = new ProjectRegistry(os);
  const setups = new RunnerSetups({
    registry,
    variables,
    writeAheadLog: options.runnerWriteAheadLog ?? false,
  });
  const documents: DocumentSync = new DocumentSync({ registry, files, os, pool: () => pool });
  const runs = new ActiveRuns(limits);
  const scopes = new ClientScopes();
  const edits = new EditRouter({ documents, runs, files });
  const packages = () => editablePackages(registry, { files, variables });

  const pool: RunnerPool = new RunnerPool({
    launcher,
    clock,
    log,
    ...(options.runnerStartTimeoutMs !== undefined && { startTimeoutMs: options.runnerStartTimeoutMs }),
    setupOf: (address) => setups.of(address),
    hostOf: (address) =>
      createRunnerHost(address, { registry, finder, nested, edits, hub, editablePackages: packages }),
    openDocuments: (address) => documents.openIn(address),
    onMeta: (address, meta) => registry.find(address.projectDir)?.learn(meta),
    onStatus: (state) => runnerChanged(state),
  });
  const announcer = new TreeAnnouncer({ registry, pool, hub });
  const finder = new ActionFinder(pool, log);
  const schemas = new PayloadSchemas(pool, finder, log);

  const loader = new ProjectLoader({
    files,
    log,
    variables,
    presetRunner: async (project, { mayStart }) => {
      const address = setups.presetRunnerOf(project);
      if (address === undefined) return undefined;
      return mayStart ? pool.get(address) : pool.running(address);
    },
  });
  const makeReady = async (project: Project, { signal }: { readonly signal: AbortSignal }) => {
    const isComplete = project.valid !== undefined && project.valid.project.unresolvedPresets.length === 0;
    if (isComplete) return;
    await loader.load(project, { signal, mayStartRunner: true });
    watch.follow(project);
    projectChanged(project);
    if (project.valid !== undefined) await pool.reconfigure(project.dir, { signal });
  };

  const targets = new RunTargets({ registry, finder, trust, files, limits, makeReady });
  const { newRunId } = options;
  const executor = new ActionExecutor({ pool, runs, runLog, clock, trust, newRunId });
  const nested = new NestedRuns({ runs, targets, executor, limits });

  const projectChanged = (project: Project) => {
    schemas.forget(project);
    announcer.projectChanged(project);
  };
  const runnerChanged = (state: RunnerState) => {
    const project = registry.find(state.projectDir);
    if (project !== undefined) announcer.projectChanged(project);
    if (state.status !== 'exited' || state.problem === undefined) return;
    const message = `The runner for env "${state.envName}" of ${state.projectDir} died and will be started again when it is needed: ${state.problem}`;
    hub.userMessage({ kind: 'error', message });
  };

  const watch: ConfigWatch = new ConfigWatch(options.watcher, (project) =>
    config.fileChanged(project, { signal: closing.signal }),
  );
  const projects = new ProjectService({
    registry,
    loader,
    pool,
    watch,
    hub,
    files,
    trust,
    announcer,
    initializeHandlersOf: (project) => setups.initializeHandlersOf(project),
  });
  const config = new ConfigService({
    registry,
    loader,
    pool,
    runs,
    hub,
    log,
    watch,
    rescan: (rescanOptions) => projects.rescan(rescanOptions),
    projectChanged,
  });

  const runParts = { targets, executor, clock, limits, scopes, pool, log };
  return new WorkspaceFacade({
    registry,
    projects,
    config,
    actions: new ActionService({ registry, pool, finder, schemas, trust }),
    scopes,
    pool,
    documents,
    hub,
    trust,
    runs: new RunService(runParts),
    batches: new BatchService(runParts),
    runners: new RunnerService({
      registry,
      pool,
      launcher,
      trust,
      files,
      startOf: (address) => setups.of(address).start,
      makeReady: (project, { signal }) => loader.load(project, { signal, mayStartRunner: false }),
    }),
    editablePackages: packages,
    close: async () => {
      closing.abort(new Error('The workspace is closing.'));
      watch[Symbol.dispose]();
      await pool[Symbol.asyncDispose]();
      await runLog[Symbol.asyncDispose]();
    },
  });
}
