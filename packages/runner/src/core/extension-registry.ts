import {
  type Action,
  type Handler,
  isAction,
  isHandler,
  isService,
  type ServiceDefinition,
} from '@tandem/extension-api';
import { LoadError, type LoadedModules } from './extension-loader.js';
import { formatSource, parseSource } from './extension-source.js';
import type { ActionConfig, HandlerConfig, RunnerConfig, ServiceConfig } from './runner-config.js';
import { RunnerError } from './runner-error.js';

export interface LoadedAction {
  readonly name: string;
  /** As the configuration says it. */
  readonly configSource: string;
  /** The one name by which other programs know the action. */
  readonly canonicalSource: string;
  readonly definition: Action;
}

interface Found<Definition> {
  readonly definition: Definition;
  readonly canonicalSource: string;
}

/** The actions, handlers and services of one configuration, with the code behind them. */
export class ExtensionRegistry {
  readonly #config: RunnerConfig;
  readonly #modules: LoadedModules;
  readonly #envName: string;
  readonly #knownActions: readonly Action[];
  readonly #actions: ReadonlyMap<string, ActionConfig>;
  /** Looking definitions up among the exports costs more than a small run. */
  readonly #loadedActions = new Map<ActionConfig, Promise<LoadedAction>>();
  readonly #loadedHandlers = new Map<HandlerConfig, Promise<Handler>>();

  constructor(
    config: RunnerConfig,
    modules: LoadedModules,
    envName: string,
    knownActions: readonly Action[],
  ) {
    this.#config = config;
    this.#modules = modules;
    this.#envName = envName;
    this.#knownActions = knownActions;
    this.#actions = new Map(config.actions.map((action) => [action.name, action]));
  }

  get actionConfigs(): readonly ActionConfig[] {
    return this.#config.actions;
  }

  actionConfig(name: string): ActionConfig {
    const found = this.#actions.get(name);
    if (found !== undefined) return found;
    const known = [...this.#actions.keys()].join(', ') || 'none';
    throw new RunnerError('action-not-found', `Action "${name}" not found; this runner knows: ${known}`);
  }

  /** The handlers that this environment runs. */
  ownHandlers(action: ActionConfig): readonly HandlerConfig[] {
    return action.handlers.filter((handler) => this.isOwn(handler));
  }

  isOwn({ env }: HandlerConfig | ServiceConfig): boolean {
    return env === '' || env === this.#envName;
  }

  action(action: ActionConfig): Promise<LoadedAction> {
    return remembered(this.#loadedActions, action, () => this.#loadAction(action));
  }

  handler(action: ActionConfig, handler: HandlerConfig): Promise<Handler> {
    return remembered(this.#loadedHandlers, handler, () => this.#loadHandler(action, handler));
  }

  async service(service: ServiceConfig): Promise<ServiceDefinition> {
    try {
      return (await this.#findExport(service.source, 'service', isService, service.interface)).definition;
    } catch (error) {
      throw loadFailure(`Import of service "${service.interface}" failed (${service.source})`, error);
    }
  }

  /** The canonical source of any way to write an action's source. */
  async canonicalSource(source: string): Promise<string> {
    for (const config of this.#config.actions) {
      if (config.source === source) return (await this.action(config)).canonicalSource;
    }
    const parsed = parseSource(source);
    if (parsed.kind === 'id') {
      for (const action of await this.loadableActions()) if (action.canonicalSource === source) return source;
    }
    const found = await this.#loadAction({ name: source, source, handlers: [] });
    const registered = (await this.loadableActions()).find(
      ({ definition }) => definition === found.definition,
    );
    return (registered ?? found).canonicalSource;
  }

  /** Every action whose code loads; the others are left out. */
  async loadableActions(): Promise<readonly LoadedAction[]> {
    const attempts = await Promise.allSettled(this.#config.actions.map((action) => this.action(action)));
    return attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  }

  async #loadAction(action: ActionConfig): Promise<LoadedAction> {
    try {
      const found = await this.#findAction(action);
      return { name: action.name, configSource: action.source, ...found };
    } catch (error) {
      throw loadFailure(`Import of action "${action.name}" failed (${action.source})`, error);
    }
  }

  async #loadHandler(action: ActionConfig, handler: HandlerConfig): Promise<Handler> {
    try {
      const { definition } = await this.#findExport(handler.source, 'handler', isHandler, handler.name);
      if (isSameAction(definition.action, (await this.action(action)).definition)) return definition;
      throw new LoadError(`it is for action "${definition.action.name}", not for "${action.name}"`);
    } catch (error) {
      throw loadFailure(
        `Import of handler "${handler.name}" of action "${action.name}" failed (${handler.source})`,
        error,
      );
    }
  }

  async #findAction({ source, handlers }: ActionConfig): Promise<Found<Action>> {
    const parsed = parseSource(source);
    if (parsed.kind === 'module') return this.#findExport(source, 'action', isAction, undefined);
    const known = this.#knownActions.find((action) => action.source === parsed.id);
    if (known !== undefined) return { definition: known, canonicalSource: parsed.id };
    for (const handler of handlers.filter((candidate) => this.isOwn(candidate))) {
      const { definition } = await this.#findExport(handler.source, 'handler', isHandler, handler.name);
      if (definition.action.source === parsed.id)
        return { definition: definition.action, canonicalSource: parsed.id };
    }
    throw new LoadError(
      `"${parsed.id}" is no file or package, and no handler of env "${this.#envName}" is for an action with this source`,
    );
  }

  async #findExport<Definition extends Action | Handler | ServiceDefinition>(
    source: string,
    kind: Definition['kind'],
    isOfKind: (value: unknown) => value is Definition,
    preferredName: string | undefined,
  ): Promise<Found<Definition>> {
    const parsed = parseSource(source);
    if (parsed.kind === 'id') throw new LoadError(`"${source}" is no file or package that Node can load`);
    const exports = await this.#modules.exportsOf(parsed.specifier);
    const candidates = Object.entries(exports).filter((entry): entry is [string, Definition] =>
      isOfKind(entry[1]),
    );
    const [exportName, definition] = chooseExport(parsed, kind, candidates, preferredName);
    const declared = definition.kind === 'action' ? definition.source : undefined;
    return { definition, canonicalSource: declared ?? formatSource(parsed.specifier, exportName) };
  }
}

function remembered<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

function chooseExport<Definition extends Action | Handler | ServiceDefinition>(
  { specifier, exportName }: { readonly specifier: string; readonly exportName: string | undefined },
  kind: string,
  candidates: readonly (readonly [string, Definition])[],
  preferredName: string | undefined,
): readonly [string, Definition] {
  const names = candidates.map(([name]) => name).join(', ') || 'none';
  if (exportName !== undefined) {
    const named = candidates.find(([name]) => name === exportName);
    if (named !== undefined) return named;
    throw new LoadError(`"${specifier}" exports no ${kind} "${exportName}"; its ${kind}s: ${names}`);
  }
  const [first, second] = candidates;
  if (first === undefined)
    throw new LoadError(`"${specifier}" exports no ${kind}; make one with the extension API`);
  // A CommonJS module shows each export twice: by name and below "default", which is no definition itself.
  if (second === undefined || candidates.every(([, definition]) => definition === first[1])) return first;
  const preferred = candidates.find(([name, definition]) =>
    [name, ownName(definition)].includes(preferredName),
  );
  if (preferred !== undefined) return preferred;
  throw new LoadError(`"${specifier}" exports several ${kind}s; add "#" and one of: ${names}`);
}

function ownName(definition: Action | Handler | ServiceDefinition): string | undefined {
  return definition.kind === 'service' ? definition.provides.id : definition.name;
}

function isSameAction(one: Action, other: Action): boolean {
  if (one === other) return true;
  return one.source === other.source && one.name === other.name;
}

function loadFailure(what: string, error: unknown): RunnerError {
  if (error instanceof RunnerError) return error;
  if (!(error instanceof LoadError)) throw error;
  return new RunnerError('load-failed', `${what}: ${error.message}`, { cause: error });
}
