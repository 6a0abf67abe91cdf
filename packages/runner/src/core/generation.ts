import type { Action, RunMeta } from '@tandem/extension-api';
import type { Environment, FileSystem, Log, Processes } from '@tandem/platform';
import { checkData } from './check-data.js';
import type { DocumentOverlay } from './documents.js';
import type { ExtensionLoader, LoadedModules } from './extension-loader.js';
import { ExtensionRegistry } from './extension-registry.js';
import { parseSource } from './extension-source.js';
import type { ReadyHandler } from './run-handler.js';
import {
  type ActionConfig,
  effectiveConfig,
  type HandlerConfig,
  type RunnerConfig,
} from './runner-config.js';
import { RunnerError } from './runner-error.js';
import type { RunnerHost } from './runner-host.js';
import type { CommandSlots } from './services/command-slots.js';
import { coreServices } from './services/core-services.js';
import type { FileCacheStore } from './services/file-cache.js';
import { ServiceContainer } from './services/service-container.js';

/** What outlives every configuration of a runner. */
export interface RunnerParts {
  readonly envName: string;
  readonly nodeModulesDirs: readonly string[];
  readonly host: RunnerHost;
  readonly loader: ExtensionLoader;
  readonly documents: DocumentOverlay;
  readonly fileSystem: FileSystem;
  readonly processes: Processes;
  readonly environment: Environment;
  readonly slots: CommandSlots;
  readonly cache: FileCacheStore;
  readonly log: Log;
  readonly knownActions: readonly Action[];
}

/** One configuration with the code loaded for it. Runs keep the generation they began with. */
export class Generation {
  readonly config: RunnerConfig;
  readonly registry: ExtensionRegistry;
  readonly #parts: RunnerParts;
  readonly #modules: LoadedModules;
  readonly #services: ServiceContainer;

  private constructor(
    parts: RunnerParts,
    config: RunnerConfig,
    modules: LoadedModules,
    services?: ServiceContainer,
  ) {
    this.config = config;
    this.registry = new ExtensionRegistry(config, modules, parts.envName, parts.knownActions);
    this.#parts = parts;
    this.#modules = modules;
    this.#services =
      services ??
      new ServiceContainer({
        registry: this.registry,
        declared: config.services,
        coreServices: (scope) =>
          coreServices(
            {
              ...parts,
              config,
              sourceOf: (action) => this.sourceOf(action),
              describeStack: (error) => modules.describeStack(error),
            },
            scope,
          ),
      });
  }

  /** Loads the code anew; `more` modules are loaded besides those of the configuration. */
  static async load(
    parts: RunnerParts,
    config: RunnerConfig,
    more: readonly string[] = [],
  ): Promise<Generation> {
    const place = { projectDir: config.projectDir, nodeModulesDirs: parts.nodeModulesDirs };
    const specifiers = [...moduleSpecifiers(config, parts.envName), ...more];
    return new Generation(parts, config, await parts.loader.load(specifiers, place));
  }

  /** Whether the code is still what its author wrote last. */
  isCurrent(): boolean {
    return this.#modules.isCurrent();
  }

  /** The same code under another configuration, with the services that go on; undefined when that takes new code. */
  reconfigured(config: RunnerConfig): Generation | undefined {
    if (!this.isCurrent()) return undefined;
    const needsSameCode =
      codeIdentity(this.config, this.#parts.envName) === codeIdentity(config, this.#parts.envName);
    return needsSameCode ? new Generation(this.#parts, config, this.#modules, this.#services) : undefined;
  }

  describeStack(error: Error): string {
    return this.#modules.describeStack(error);
  }

  async prepareHandler(
    action: ActionConfig,
    handlerConfig: HandlerConfig,
    { meta, signal }: { readonly meta: RunMeta; readonly signal: AbortSignal },
  ): Promise<ReadyHandler> {
    const { name } = handlerConfig;
    const handler = await this.registry.handler(action, handlerConfig);
    const what = `Invalid config of handler "${name}" of action "${action.name}"`;
    const given = effectiveConfig(this.config, handlerConfig);
    const config =
      handler.config === undefined ? given : checkData(handler.config, given, 'config-invalid', what);
    const scope = { owner: `${action.name}.${name}`, meta, signal };
    return { name, handler, config, services: await this.#services.inject(handler.services, scope) };
  }

  /** The canonical source of an action that extension code imported. */
  async sourceOf(action: Action): Promise<string> {
    if (action.source !== undefined) return action.source;
    const loaded = await this.registry.loadableActions();
    const found = loaded.find(({ definition }) => definition === action);
    if (found !== undefined) return found.canonicalSource;
    const hint = 'give it a "source", or register it in the configuration';
    throw new RunnerError(
      'source-unresolved',
      `Action "${action.name}" has no source by which it could be found: ${hint}`,
    );
  }

  /** The canonical source of any way to write an action's source, also of one that the configuration does not use. */
  async resolveSource(source: string): Promise<string> {
    const parsed = parseSource(source);
    const isLoaded =
      parsed.kind === 'id' || moduleSpecifiers(this.config, this.#parts.envName).includes(parsed.specifier);
    if (isLoaded) return this.registry.canonicalSource(source);
    // An alias is the same action only if it is the same object, so it has to be loaded together with the others.
    const wider = await Generation.load(this.#parts, this.config, [parsed.specifier]);
    return wider.registry.canonicalSource(source);
  }

  sharesServices(other: Generation): boolean {
    return this.#services === other.#services;
  }

  stopServices(): Promise<void> {
    return this.#services.stop((error) =>
      this.#parts.log.error('A service failed while it stopped', { error }),
    );
  }
}

function moduleSpecifiers(config: RunnerConfig, envName: string): readonly string[] {
  const isOwn = ({ env }: { readonly env: string }): boolean => env === '' || env === envName;
  const sources = [
    ...config.actions.flatMap(({ source, handlers }) => [
      source,
      ...handlers.filter(isOwn).map((handler) => handler.source),
    ]),
    ...config.services.filter(isOwn).map(({ source }) => source),
  ];
  return sources.flatMap((source) => {
    const parsed = parseSource(source);
    return parsed.kind === 'module' ? [parsed.specifier] : [];
  });
}

/** Everything that decides which code is loaded and which services run. */
function codeIdentity(config: RunnerConfig, envName: string): string {
  const { projectDir, projectDefPath, projectName, services } = config;
  const specifiers = [...new Set(moduleSpecifiers(config, envName))].sort();
  return JSON.stringify([projectDir, projectDefPath, projectName, specifiers, services]);
}
