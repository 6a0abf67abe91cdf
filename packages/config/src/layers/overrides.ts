import type { ConfigProblem } from '../checks/problem.js';
import {
  type ConfigNode,
  childString,
  childTable,
  childTables,
  type JsonTable,
  type JsonValue,
  listOf,
  nodeOf,
  type TableNode,
  tableOf,
  withEntry,
} from '../document/config-node.js';
import type { Origin } from '../document/origin.js';

/** Handler settings by action, then by handler; the handler name `""` stands for every handler of the action. */
export type HandlerOverrides = Readonly<Record<string, Readonly<Record<string, JsonTable>>>>;

/** One handler setting from outside the files. */
export interface Override {
  readonly action: string;
  /** Empty for every handler of the action. */
  readonly handler: string;
  readonly param: string;
  readonly value: JsonValue;
  readonly origin: Origin;
}

export interface EnvironmentOverrides {
  readonly overrides: readonly Override[];
  readonly problems: readonly ConfigProblem[];
}

const prefix = 'FINECODE_CONFIG_';

/** Reads `FINECODE_CONFIG_<ACTION>__<PARAM>` and `FINECODE_CONFIG_<ACTION>__<HANDLER>__<PARAM>`; values are JSON. */
export function overridesFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): EnvironmentOverrides {
  const overrides: Override[] = [];
  const problems: ConfigProblem[] = [];
  for (const variable of Object.keys(env).sort()) {
    const text = env[variable];
    if (!variable.startsWith(prefix) || text === undefined) continue;
    const [action = '', second = '', ...rest] = variable.slice(prefix.length).toLowerCase().split('__');
    const [handler, param] = rest.length === 0 ? ['', second] : [second, rest.join('__')];
    const value = parseJson(text);
    if (action === '' || param === '') problems.push(badName(variable));
    else if (value === undefined) problems.push(badValue(variable, text));
    else overrides.push({ action, handler, param, value, origin: { kind: 'environment', variable } });
  }
  return { overrides: generalFirst(overrides), problems };
}

export function overridesFromTable(table: HandlerOverrides): readonly Override[] {
  const overrides: Override[] = [];
  for (const [action, handlers] of Object.entries(table)) {
    for (const [handler, params] of Object.entries(handlers)) {
      for (const [param, value] of Object.entries(params)) {
        overrides.push({ action, handler, param, value, origin: { kind: 'override' } });
      }
    }
  }
  return generalFirst(overrides);
}

/**
 * Writes the overrides into the handlers' own `config`, the innermost place a handler reads, so that nothing that a
 * preset or a project says can beat them. Later overrides win.
 */
export function applyOverrides(finecode: TableNode, overrides: readonly Override[]): TableNode {
  return overrides.reduce(applyOverride, finecode);
}

function applyOverride(finecode: TableNode, override: Override): TableNode {
  const actions = childTable(finecode, 'action');
  const action = childTable(actions, override.action);
  const handlers = action?.entries.get('handlers');
  if (actions === undefined || action === undefined || handlers?.kind !== 'list') return finecode;
  const overridden = childTables(action, 'handlers').map((handler) => configureHandler(handler, override));
  const changed = withEntry(action, 'handlers', listOf(overridden, handlers.origin));
  return withEntry(finecode, 'action', withEntry(actions, override.action, changed));
}

function configureHandler(handler: TableNode, override: Override): ConfigNode {
  if (override.handler !== '' && override.handler !== childString(handler, 'name')) return handler;
  const config = childTable(handler, 'config') ?? tableOf([], override.origin);
  return withEntry(
    handler,
    'config',
    withEntry(config, override.param, nodeOf(override.value, override.origin)),
  );
}

/** What is said about one handler is meant more than what is said about all. */
function generalFirst(overrides: readonly Override[]): readonly Override[] {
  return overrides.toSorted((a, b) => Number(a.handler !== '') - Number(b.handler !== ''));
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function badName(variable: string): ConfigProblem {
  return environmentProblem(
    variable,
    'the name does not say which setting it is for',
    `Name it ${prefix}<ACTION>__<PARAM> or ${prefix}<ACTION>__<HANDLER>__<PARAM>`,
  );
}

function badValue(variable: string, text: string): ConfigProblem {
  const fix = `Write a JSON value; a string needs quotes: ${variable}='${JSON.stringify(text)}'`;
  return environmentProblem(variable, 'the value is not JSON', fix);
}

function environmentProblem(variable: string, message: string, fix: string): ConfigProblem {
  return { severity: 'error', file: 'environment', line: 0, column: 0, key: variable, message, fix };
}
