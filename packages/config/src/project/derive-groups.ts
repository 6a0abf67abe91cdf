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
  let complete = groups;
  const handlers = namedTables(childTable(finecode, 'action')).flatMap(([, action]) =>
    childTables(action, 'handlers'),
  );
  for (const tool of [...handlers, ...childTables(finecode, 'service')]) {
    if (childBoolean(tool, 'enabled') === false) continue;
    const env = childString(tool, 'env');
    if (env !== undefined && env !== '') complete = appendTo(complete, env, childItems(tool, 'dependencies'));
  }
  return complete;
}

/** Adds groups of another file; an entry that is already there is not repeated. */
export function addGroups(groups: TableNode, added: TableNode | undefined): TableNode {
  let complete = groups;
  for (const name of added?.entries.keys() ?? [])
    complete = appendTo(complete, name, childItems(added, name));
  return complete;
}

export function withoutRepeats(groups: TableNode): TableNode {
  const entries = [...groups.entries].map(([name, group]) => {
    if (group.kind !== 'list') return [name, group] as const;
    return [name, listOf(uniqueItems(group.items), group.origin)] as const;
  });
  return tableOf(entries, groups.origin);
}

/** A Python environment needs the runner itself; `runtime` never has one and `dev_workspace` brings its own. */
export function pinRunner(groups: TableNode, version: string, isPython: (env: string) => boolean): TableNode {
  const origin: Origin = { kind: 'derived', rule: 'every Python environment with a runner holds the runner' };
  const pin = nodeOf(`finecode_extension_runner == ${version}`, origin);
  let pinned = groups;
  for (const env of groups.entries.keys()) {
    if (env !== 'dev_workspace' && env !== 'runtime' && isPython(env)) pinned = appendTo(pinned, env, [pin]);
  }
  return pinned;
}

function appendTo(groups: TableNode, name: string, items: readonly ConfigNode[]): TableNode {
  const group = groups.entries.get(name);
  const present = group?.kind === 'list' ? group.items : [];
  return withEntry(groups, name, listOf(uniqueItems([...present, ...items]), group?.origin ?? groups.origin));
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
