export type JsonObject = Readonly<Record<string, unknown>>;

export interface HandlerConfig {
  readonly name: string;
  readonly source: string;
  /** Empty: any environment. */
  readonly env: string;
  readonly config: JsonObject;
}

export interface ActionConfig {
  readonly name: string;
  readonly source: string;
  /** In the order in which they run; those of other environments are there too. */
  readonly handlers: readonly HandlerConfig[];
}

export interface ServiceConfig {
  /** Id of the token that the service provides. */
  readonly interface: string;
  readonly source: string;
  /** Empty: any environment. */
  readonly env: string;
  readonly config: JsonObject;
}

/** What a runner is told about its project. */
export interface RunnerConfig {
  readonly projectDir: string;
  readonly projectName: string;
  readonly projectDefPath: string;
  readonly actions: readonly ActionConfig[];
  /** Config for every use of a handler, by its source; what the handler's own entry says comes before it. */
  readonly handlerConfigs: ReadonlyMap<string, JsonObject>;
  readonly services: readonly ServiceConfig[];
  /** Handlers to load at once, by action name. */
  readonly handlersToInitialize: ReadonlyMap<string, readonly string[]>;
}

/** The config of one handler: the shared one below its own, tables merged, everything else replaced. */
export function effectiveConfig(config: RunnerConfig, handler: HandlerConfig): JsonObject {
  return overlay(config.handlerConfigs.get(handler.source) ?? {}, handler.config);
}

function overlay(below: JsonObject, above: JsonObject): JsonObject {
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const old = merged.get(key);
    merged.set(key, isTable(old) && isTable(value) ? overlay(old, value) : value);
  }
  return Object.fromEntries(merged);
}

function isTable(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
