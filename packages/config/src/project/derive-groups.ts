import {
  type ConfigNode,
  childBoolean,
  childItems,
  childString,
  childTable,
  childTables,
  listOf,
  namedTables,
  nodeOf,
  type TableNode,
  tableOf,
  toJson,
  withEntry,
} from '../document/config-node.js';
import type { Origin } from '../document/origin.js';
import { canonicalName, packageNameOf } from '../layers/requirement.js';

export interface ProjectTables {
  readonly project: TableNode;
  readonly groups: TableNode;
  readonly finecode: TableNode;
}

/** The `runtime` environment holds the project itself, as its own editable dependency. */
export function addProjectToRuntime(tables: ProjectTables): ProjectTables {
  const { project, groups, finecode } = tables;
  const name = childString(project, 'name');
  if (name === undefined || name === '') return tables;
  const origin: Origin = { kind: 'derived', rule: 'the runtime environment holds the project itself' };
  const dependencies = childItems(project, 'dependencies');
  const isListed = dependencies.some(
    (item) => item.kind === 'scalar' && packageNameOf(String(item.value)) === canonicalName(name),
  );
  const complete = isListed ? dependencies : [nodeOf(name, origin), ...dependencies];
  const list = listOf(complete, project.entries.get('dependencies')?.origin ?? origin);
  return {
    project: withEntry(project, 'dependencies', list),
    groups: groups.entries.has('runtime') ? groups : withEntry(groups, 'runtime', list),
    finecode: isListed ? finecode : withRuntimeDependency(finecode, name, origin),
  };
}

function withRuntimeDependency(finecode: TableNode, name: string, origin: Origin): TableNode {
  const empty = tableOf([], origin);
  const environments = childTable(finecode, 'env') ?? empty;
  const runtime = childTable(environments, 'runtime') ?? empty;
  const dependencies = childTable(runtime, 'dependencies') ?? empty;
  const self = nodeOf({ path: './', editable: true }, origin);
  const complete = withEntry(runtime, 'dependencies', withEntry(dependencies, name, self));
  return withEntry(finecode, 'env', withEntry(environments, 'runtime', complete));
}

/** What handlers and services need is installed where they run; an environment that needs nothing gets an empty group. */
export function addToolDependencies(groups: TableNode, finecode: TableNode): TableNode {
  const added = new Map<string, ConfigNode[]>();
  const handlers = namedTables(childTable(finecode, 'action')).flatMap(([, action]) =>
    childTables(action, 'handlers'),
  );
  for (const tool of [...handlers, ...childTables(finecode, 'service')]) {
    const env = childString(tool, 'env') ?? '';
    if (childBoolean(tool, 'enabled') === false || env === '') continue;
    const items = added.get(env) ?? [];
    items.push(...childItems(tool, 'dependencies'));
    added.set(env, items);
  }
  return append(groups, added);
}

/** Adds groups of another file. */
export function addGroups(groups: TableNode, added: TableNode | undefined): TableNode {
  if (added === undefined) return groups;
  return append(groups, new Map([...added.entries.keys()].map((name) => [name, childItems(added, name)])));
}

/** A Python environment needs the runner itself; `runtime` never has one and `dev_workspace` brings its own. */
export function pinRunner(groups: TableNode, version: string, isPython: (env: string) => boolean): TableNode {
  const origin: Origin = { kind: 'derived', rule: 'every Python environment with a runner holds the runner' };
  const pin = nodeOf(`finecode_extension_runner == ${version}`, origin);
  const envs = [...groups.entries.keys()].filter(
    (env) => env !== 'dev_workspace' && env !== 'runtime' && isPython(env),
  );
  return append(groups, new Map(envs.map((env) => [env, [pin]])));
}

export function withoutRepeats(groups: TableNode): TableNode {
  const entries = [...groups.entries].map(([name, group]) => {
    if (group.kind !== 'list') return [name, group] as const;
    return [name, listOf(uniqueItems(group.items), group.origin)] as const;
  });
  return tableOf(entries, groups.origin);
}

function append(groups: TableNode, added: ReadonlyMap<string, readonly ConfigNode[]>): TableNode {
  const entries = new Map(groups.entries);
  for (const [name, items] of added) {
    const group = entries.get(name);
    const present = group?.kind === 'list' ? group.items : [];
    entries.set(name, listOf([...present, ...items], group?.origin ?? groups.origin));
  }
  return { ...groups, entries };
}

function uniqueItems(items: readonly ConfigNode[]): readonly ConfigNode[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = JSON.stringify(toJson(item));
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
