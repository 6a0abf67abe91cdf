import { join } from 'node:path';
import type { ProjectFiles } from '../discovery/project-files.js';
import {
  childBoolean,
  childString,
  childTable,
  childTables,
  namedTables,
  type TableNode,
  tableToJson,
} from '../document/config-node.js';
import type { EnvironmentConfig, EnvironmentRuntime } from './project-config.js';

/** Every environment that the configuration names: by a table, a handler, a service, or as the one for tooling. */
export function collectEnvironments(
  files: ProjectFiles,
  finecode: TableNode,
  groups: TableNode,
): readonly EnvironmentConfig[] {
  const tables = childTable(finecode, 'env');
  const names = new Set<string>(tables?.entries.keys());
  const handlers = namedTables(childTable(finecode, 'action')).flatMap(([, action]) =>
    childTables(action, 'handlers'),
  );
  for (const tool of [...handlers, ...childTables(finecode, 'service')]) {
    const env = childString(tool, 'env');
    if (env !== undefined && env !== '' && childBoolean(tool, 'enabled') !== false) names.add(env);
  }
  if (groups.entries.has('dev_workspace')) names.add('dev_workspace');
  return [...names].map((name) => environmentOf(name, files, finecode));
}

/** By its own key, else by what the project is. */
export function runtimeOf(env: string, files: ProjectFiles, finecode: TableNode): EnvironmentRuntime {
  const runtime = childString(childTable(childTable(finecode, 'env'), env), 'runtime');
  if (runtime === 'python' || runtime === 'node') return runtime;
  return files.ecosystem === 'python' ? 'python' : 'node';
}

function environmentOf(name: string, files: ProjectFiles, finecode: TableNode): EnvironmentConfig {
  const table = childTable(childTable(finecode, 'env'), name);
  const runnerOverride = childTable(childTable(childTable(finecode, 'er'), 'envs'), name);
  const runtime = runtimeOf(name, files, finecode);
  const dir = join(files.dir, '.venvs', name);
  const interpreter = childString(table, 'interpreter');
  const policies = childTable(table, 'default_interpreters');
  return {
    name,
    runtime,
    dir,
    nodeModulesDirs:
      runtime === 'node' ? nodeModulesDirs(dir, files, childString(table, 'node_modules')) : [],
    hasRunner: name !== 'runtime',
    debug:
      childBoolean(runnerOverride, 'debug') ?? childBoolean(childTable(table, 'runner'), 'debug') ?? false,
    installProject: childBoolean(table, 'install_project') ?? false,
    matrix:
      interpreter === undefined ? undefined : { base: name.slice(0, name.lastIndexOf('@')), interpreter },
    defaultInterpreters: policies === undefined ? undefined : tableToJson(policies),
  };
}

function nodeModulesDirs(envDir: string, files: ProjectFiles, choice: string | undefined): readonly string[] {
  const own = join(envDir, 'node_modules');
  const projects = join(files.dir, 'node_modules');
  if (choice === 'env') return [own];
  if (choice === 'project') return [projects];
  return files.packageJson === undefined ? [own] : [own, projects];
}
