import { availableParallelism } from 'node:os';
import type { Action, RunMeta } from '@tandem/extension-api';
import type { Environment, FileSystem, Log, Processes } from '@tandem/platform';
import { type ActiveRun, ActiveRuns } from './active-runs.js';
import { checkData } from './check-data.js';
import { DocumentOverlay } from './documents.js';
import { executeRun, type RunRequest } from './execute-run.js';
import type { ExtensionLoader } from './extension-loader.js';
import { Generation, type RunnerParts } from './generation.js';
import { type PayloadSchema, payloadSchema } from './payload-schema.js';
import type { MergeOutcome, RunOutcome } from './run-outcome.js';
import type { ActionConfig, HandlerConfig, RunnerConfig } from './runner-config.js';
import { RunnerError } from './runner-error.js';
import type { RunnerHost } from './runner-host.js';
import { CommandSlots } from './services/command-slots.js';
import { FileCacheStore } from './services/file-cache.js';

export interface RunnerCoreOptions {
  readonly envName: string;
  /** Where packages of the environment are, best first. */
  readonly nodeModulesDirs?: readonly string[];
  readonly host: RunnerHost;
  readonly loader: ExtensionLoader;
  readonly fileSystem: FileSystem;
  readonly processes: Processes;
  readonly environment: Environment;
  readonly log: Log;
  /** Actions that a dotted source may name although no module here exports them. */
  readonly knownActions?: readonly Action[];
  /** How many commands of handlers run at once. Default: one per processor. */
  readonly maxCommands?: number;
}

export interface ActionFacts {
  /** As the configuration says it. */
  readonly configSource: string;
  readonly canonicalSource: string;
  readonly runsConcurrently: boolean;
  readonly scope: Action['scope'];
  readonly parentSource: string | undefined;
  readonly language: string | undefined;
}

/** Runs the handlers of one project and environment. It knows no wire: fronts and the Workspace Manager call it. */
export class RunnerCore implements AsyncDisposable {
  /** What is open in editors. It outlives every configuration. */
  readonly documents = new DocumentOverlay();
  readonly #parts: RunnerParts;
  #generation: Generation | undefined;
  /** Configurations and reloads happen one after another, in the order in which they were asked for. */
  #lastChange: Promise<void> = Promise.resolve();
  readonly #activeRuns = new ActiveRuns();

  constructor(options: RunnerCoreOptions) {
    const {
      knownActions = [],
      nodeModulesDirs = [],
      maxCommands = availableParallelism(),
      ...given
    } = options;
    this.#parts = {
      ...given,
      knownActions,
      nodeModulesDirs,
      documents: this.documents,
      slots: new CommandSlots(maxCommands),
      cache: new FileCacheStore(),
    };
  }

  /** Takes over a configuration. Code that does not load fails the runs that need it, not this. */
  updateConfig(config: RunnerConfig): Promise<void> {
    return this.#change(async (current) => {
      refuseDuplicates(config);
      const next = current?.reconfigured(config) ?? (await Generation.load(this.#parts, config));
      await this.#initializeHandlers(next);
      return next;
    });
  }

  /** Loads all extension code again: modules are shared between actions, and two versions must not meet. */
  reload(actionName: string): Promise<void> {
    return this.#change(async (current) => {
      if (!current?.config.actions.some(({ name }) => name === actionName)) return current;
      return Generation.load(this.#parts, current.config);
    });
  }

  /** Runs an action's handlers of this environment. */
  run(actionName: string, request: RunRequest): Promise<RunOutcome> {
    return this.#run(actionName, undefined, request, (generation, action) => {
      const handlers = generation.registry.ownHandlers(action);
      if (handlers.length > 0) return handlers;
      throw new RunnerError(
        'handler-invalid',
        `Action "${actionName}" has no handlers in env "${this.#parts.envName}"`,
      );
    });
  }

  /** Runs some handlers, continuing from the result of another runner. */
  runHandlers(
    actionName: string,
    handlerNames: readonly string[],
    previousResult: unknown,
    request: RunRequest,
  ): Promise<RunOutcome> {
    return this.#run(actionName, previousResult, request, (generation, action) =>
      handlerNames.map((name) => this.#ownHandler(generation, action, name)),
    );
  }

  /** Merges the results of several runners in order; empty ones do not count. */
  async mergeResults(actionName: string, results: readonly unknown[]): Promise<MergeOutcome> {
    try {
      await this.#catchUp();
      const { registry } = this.#ready();
      const { definition } = await registry.action(registry.actionConfig(actionName));
      const what = `A result does not fit action "${actionName}"`;
      const present = results
        .filter((result) => !isEmpty(result))
        .map((result) => checkData(definition.result.schema, result, 'result-invalid', what));
      if (present.length === 0) return { kind: 'merged', result: {} };
      return {
        kind: 'merged',
        result: present.reduce((earlier, later) => definition.result.merge(earlier, later)),
      };
    } catch (error) {
      if (error instanceof RunnerError) return { kind: 'failed', message: error.message };
      return {
        kind: 'failed',
        message: `Action "${actionName}" could not merge its results: ${String(error)}`,
      };
    }
  }

  /** By action name; null when the code of an action does not load. */
  async payloadSchemas(): Promise<Readonly<Record<string, PayloadSchema | null>>> {
    await this.#catchUp();
    const registry = this.#generation?.registry;
    const schemas = (registry?.actionConfigs ?? []).map(async (config) => {
      const loaded = await registry?.action(config).catch(expectRunnerError);
      return [config.name, loaded === undefined ? null : payloadSchema(loaded.definition)] as const;
    });
    return Object.fromEntries(await Promise.all(schemas));
  }

  /** Facts about every action whose code loads. */
  async actionFacts(): Promise<readonly ActionFacts[]> {
    await this.#catchUp();
    const generation = this.#generation;
    if (generation === undefined) return [];
    const loaded = await generation.registry.loadableActions();
    return Promise.all(
      loaded.map(async ({ configSource, canonicalSource, definition }) => ({
        configSource,
        canonicalSource,
        runsConcurrently: definition.execution === 'concurrent',
        scope: definition.scope,
        parentSource:
          definition.parentAction &&
          (await generation.sourceOf(definition.parentAction).catch(expectRunnerError)),
        language: definition.language,
      })),
    );
  }

  async resolveSource(source: string): Promise<string> {
    await this.#catchUp();
    return this.#ready().resolveSource(source);
  }

  /** Cancels what runs and stops all services. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#activeRuns.cancelAll(new Error('the runner shuts down'));
    await this.#change(async () => undefined);
  }

  #ready(): Generation {
    if (this.#generation !== undefined) return this.#generation;
    throw new RunnerError('not-initialized', 'Extension runner not initialized: it has no configuration yet');
  }

  /** Loads the code again if its author has changed it since: nobody should have to ask for that. */
  async #catchUp(): Promise<void> {
    if (this.#generation === undefined || this.#generation.isCurrent()) return;
    await this.#change(async (current) =>
      current === undefined || current.isCurrent() ? current : Generation.load(this.#parts, current.config),
    );
  }

  #change(make: (current: Generation | undefined) => Promise<Generation | undefined>): Promise<void> {
    const change = this.#lastChange.then(async () => {
      const old = this.#generation;
      const next = await make(old);
      this.#generation = next;
      if (old !== undefined && old !== next) await this.#retireIfIdle(old);
    });
    this.#lastChange = change.catch(() => {});
    return change;
  }

  async #run(
    actionName: string,
    previousResult: unknown,
    request: RunRequest,
    choose: (generation: Generation, action: ActionConfig) => readonly HandlerConfig[],
  ): Promise<RunOutcome> {
    let active: ActiveRun | undefined;
    try {
      await this.#catchUp();
      const generation = this.#ready();
      const config = generation.registry.actionConfig(actionName);
      const handlers = choose(generation, config);
      active = this.#activeRuns.begin(generation, request.signal);
      const action = await generation.registry.action(config);
      const { meta } = request;
      const prepareHandlers = (signal: AbortSignal) =>
        Promise.all(handlers.map((handler) => generation.prepareHandler(config, handler, { meta, signal })));
      const tools = {
        // One id across all runners of a run: it ties their logs together.
        log: this.#parts.log.child({ runId: meta.runId }),
        describeStack: (error: Error) => generation.describeStack(error),
      };
      const plan = { action, previousResult, prepareHandlers };
      return await executeRun(plan, { ...request, signal: active.signal }, tools);
    } catch (error) {
      if (error instanceof RunnerError) return { kind: 'failed', message: error.message };
      throw error;
    } finally {
      if (active !== undefined) await this.#endRun(active);
    }
  }

  async #endRun(run: ActiveRun): Promise<void> {
    this.#activeRuns.end(run);
    if (run.generation !== this.#generation) await this.#retireIfIdle(run.generation);
  }

  /** Services stop when the last run that may use them is over, unless the present configuration goes on with them. */
  async #retireIfIdle(old: Generation): Promise<void> {
    if (this.#generation?.sharesServices(old) || this.#activeRuns.useServicesOf(old)) return;
    await old.stopServices();
  }

  #ownHandler(generation: Generation, action: ActionConfig, name: string): HandlerConfig {
    const found = action.handlers.find((handler) => handler.name === name);
    if (found === undefined) {
      const known = action.handlers.map((handler) => handler.name).join(', ') || 'none';
      throw new RunnerError(
        'handler-invalid',
        `Action "${action.name}" has no handler "${name}"; it has: ${known}`,
      );
    }
    if (generation.registry.isOwn(found)) return found;
    throw new RunnerError(
      'handler-invalid',
      `Handler "${name}" of action "${action.name}" belongs to env "${found.env}"; this runner serves env "${this.#parts.envName}"`,
    );
  }

  /** A handler that cannot be made ready now says so again in the run that needs it. */
  async #initializeHandlers(generation: Generation): Promise<void> {
    const meta: RunMeta = { runId: 'initialize', trigger: 'system', devEnv: 'cli', orchestrationDepth: 0 };
    for (const [actionName, names] of generation.config.handlersToInitialize) {
      for (const name of names) {
        try {
          const action = generation.registry.actionConfig(actionName);
          const handler = this.#ownHandler(generation, action, name);
          await generation.prepareHandler(action, handler, { meta, signal: AbortSignal.abort() });
        } catch (error) {
          this.#parts.log.warn(`Handler "${name}" of action "${actionName}" could not be initialized`, {
            error,
          });
        }
      }
    }
  }
}

function refuseDuplicates({ actions }: RunnerConfig): void {
  const bySource = new Map<string, string>();
  for (const { name, source } of actions) {
    const other = bySource.get(source);
    if (other !== undefined) {
      throw new RunnerError(
        'config-invalid',
        `Action source "${source}" is already registered as "${other}"; "${name}" needs its own`,
      );
    }
    bySource.set(source, name);
  }
}

function isEmpty(result: unknown): boolean {
  return typeof result !== 'object' || result === null || Object.keys(result).length === 0;
}

function expectRunnerError(error: unknown): undefined {
  if (!(error instanceof RunnerError)) throw error;
  return undefined;
}
