import {
  childBoolean,
  childString,
  childStrings,
  childTable,
  childTables,
  type JsonTable,
  namedTables,
  stringEntries,
  type TableNode,
  tableToJson,
} from '../document/config-node.js';
import type { LoadedPresets } from '../layers/load-presets.js';
import type {
  ActionConfig,
  HandlerConfig,
  LoggingSettings,
  ProjectConfig,
  RunnerSettings,
  ServiceConfig,
} from './project-config.js';

/** The typed view of a merged and checked `[tool.finecode]`. */
export function collectTools(
  finecode: TableNode,
  presets: LoadedPresets,
): Pick<
  ProjectConfig,
  'actions' | 'handlerConfigs' | 'services' | 'runners' | 'presets' | 'unresolvedPresets'
> {
  return {
    actions: namedTables(childTable(finecode, 'action')).flatMap(([name, action]) =>
      collectAction(name, action),
    ),
    handlerConfigs: collectHandlerConfigs(finecode),
    services: childTables(finecode, 'service').map(collectService),
    runners: collectRunnerSettings(childTable(finecode, 'er')),
    presets: presets.presets.map(({ name, file }) => ({ name, file })),
    unresolvedPresets: presets.unresolved,
  };
}

/** An action without a source belongs to a preset that is not there yet; it cannot be offered. */
function collectAction(name: string, action: TableNode): readonly ActionConfig[] {
  const source = childString(action, 'source') ?? '';
  if (source === '') return [];
  const handlers = childTables(action, 'handlers').flatMap(collectHandler);
  return [{ name, source, config: optionalTable(action, 'config'), handlers }];
}

function collectHandler(handler: TableNode): readonly HandlerConfig[] {
  const source = childString(handler, 'source') ?? '';
  if (childBoolean(handler, 'enabled') === false || source === '') return [];
  return [
    {
      name: childString(handler, 'name') ?? '',
      source,
      env: childString(handler, 'env') ?? '',
      dependencies: childStrings(handler, 'dependencies'),
      dependenciesOverride: childStrings(handler, 'dependencies_override'),
      config: optionalTable(handler, 'config'),
    },
  ];
}

function collectHandlerConfigs(finecode: TableNode): Readonly<Record<string, JsonTable>> {
  const configs = childTables(finecode, 'action_handler').map(
    (item) => [childString(item, 'source') ?? '', optionalTable(item, 'config') ?? {}] as const,
  );
  return Object.fromEntries(configs);
}

function collectService(service: TableNode): ServiceConfig {
  return {
    interface: childString(service, 'interface') ?? '',
    source: childString(service, 'source') ?? '',
    env: childString(service, 'env') ?? '',
    dependencies: childStrings(service, 'dependencies'),
    config: optionalTable(service, 'config'),
  };
}

function collectRunnerSettings(settings: TableNode | undefined): RunnerSettings {
  const envs = namedTables(childTable(settings, 'envs')).map(
    ([name, env]) => [name, { logging: collectLogging(childTable(env, 'logging')) }] as const,
  );
  return { logging: collectLogging(childTable(settings, 'logging')), envs: Object.fromEntries(envs) };
}

function collectLogging(logging: TableNode | undefined): LoggingSettings {
  return {
    defaultLevel: childString(logging, 'default_level'),
    logGroups: stringEntries(childTable(logging, 'log_groups')),
  };
}

function optionalTable(table: TableNode, key: string): JsonTable | undefined {
  const child = childTable(table, key);
  return child === undefined ? undefined : tableToJson(child);
}
