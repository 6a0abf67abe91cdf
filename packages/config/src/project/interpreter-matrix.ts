import { type ConfigProblem, problemFrom } from '../checks/problem.js';
import {
  type ConfigNode,
  childItems,
  childString,
  childTable,
  childTables,
  listOf,
  namedTables,
  type TableNode,
  tableOf,
  toJson,
  withEntry,
  withoutEntry,
} from '../document/config-node.js';
import type { LocatedFile } from '../document/origin.js';
import { type Interpreter, interpreterId, matrixEnvName, parseInterpreter } from './interpreter.js';
import { parsePolicy } from './select-environments.js';

export interface MatrixExpansion {
  readonly finecode: TableNode;
  readonly groups: TableNode;
  readonly problems: readonly ConfigProblem[];
}

/** Replaces each environment that lists `interpreters` by one environment per interpreter, everywhere it is named. */
export function expandMatrices(finecode: TableNode, groups: TableNode, file: LocatedFile): MatrixExpansion {
  const problems: ConfigProblem[] = [];
  const matrices = findMatrices(finecode, file, problems);
  if (matrices.size === 0) return { finecode, groups, problems };
  problems.push(...checkActions(finecode, matrices, file));
  let expanded = withEntry(finecode, 'env', expandEnvironments(finecode, matrices));
  const services = finecode.entries.get('service');
  if (services?.kind === 'list')
    expanded = withEntry(expanded, 'service', replicate(services.items, services, matrices));
  const actions = childTable(finecode, 'action');
  if (actions !== undefined) expanded = withEntry(expanded, 'action', expandActions(actions, matrices));
  return { finecode: expanded, groups: expandGroups(groups, matrices), problems };
}

type Matrices = ReadonlyMap<string, readonly Interpreter[]>;

function findMatrices(finecode: TableNode, file: LocatedFile, problems: ConfigProblem[]): Matrices {
  const matrices = new Map<string, readonly Interpreter[]>();
  for (const [name, environment] of namedTables(childTable(finecode, 'env'))) {
    if (!environment.entries.has('interpreters')) continue;
    const interpreters = new Map<string, Interpreter>();
    for (const item of childItems(environment, 'interpreters')) {
      const interpreter = item.kind === 'scalar' ? parseInterpreter(String(item.value)) : undefined;
      if (interpreter !== undefined) interpreters.set(interpreterId(interpreter), interpreter);
      else problems.push(badInterpreter(item, file));
    }
    matrices.set(name, [...interpreters.values()]);
    problems.push(...checkPolicies(environment, interpreters, file));
  }
  return matrices;
}

/** All of them, not only the one this run would use: a policy for CI must not break there first. */
function checkPolicies(
  environment: TableNode,
  interpreters: ReadonlyMap<string, Interpreter>,
  file: LocatedFile,
): readonly ConfigProblem[] {
  return [...(childTable(environment, 'default_interpreters')?.entries.values() ?? [])].flatMap((node) => {
    const policy = parsePolicy(toJson(node));
    if (policy === undefined) {
      const message = `${JSON.stringify(toJson(node))} is not a choice of interpreters`;
      const fix = 'Write "all", "newest", "oldest" or a list such as ["3.12"]';
      return [problemFrom(node.origin, file, { message, fix })];
    }
    const strangers = typeof policy === 'string' ? [] : policy.filter((id) => !interpreters.has(id));
    if (strangers.length === 0) return [];
    const message = `${strangers.join(', ')} is not among the interpreters of this environment`;
    return [
      problemFrom(node.origin, file, { message, fix: `Choose from ${[...interpreters.keys()].join(', ')}` }),
    ];
  });
}

function badInterpreter(item: ConfigNode, file: LocatedFile): ConfigProblem {
  const text = item.kind === 'scalar' ? JSON.stringify(item.value) : `a ${item.kind}`;
  const fix = 'Write "3.12" or "cpython@3.12"';
  return problemFrom(item.origin, file, { message: `${text} is not an interpreter`, fix });
}

/** A run over a matrix takes one column at a time, so all handlers of an action must have the same columns. */
function checkActions(finecode: TableNode, matrices: Matrices, file: LocatedFile): readonly ConfigProblem[] {
  return namedTables(childTable(finecode, 'action')).flatMap(([name, action]) => {
    const envs = [
      ...new Set(childTables(action, 'handlers').map((handler) => childString(handler, 'env') ?? '')),
    ];
    const columns = new Set(
      envs.map((env) => (matrices.get(env) ?? []).map(interpreterId).toSorted().join(' ')),
    );
    if (columns.size < 2) return [];
    const message = `handlers of action "${name}" run in environments with different interpreters: ${envs.join(', ')}`;
    const fix = 'Give these environments the same interpreters, or none';
    return [problemFrom(action.origin, file, { message, fix })];
  });
}

function expandEnvironments(finecode: TableNode, matrices: Matrices): TableNode {
  const environments = childTable(finecode, 'env') ?? tableOf([], finecode.origin);
  return expandKeys(environments, matrices, (node, interpreter) => {
    if (node.kind !== 'table') return node;
    const origin = node.entries.get('interpreters')?.origin ?? node.origin;
    const value = interpreterId(interpreter);
    return withEntry(withoutEntry(node, 'interpreters'), 'interpreter', { kind: 'scalar', value, origin });
  });
}

function expandGroups(groups: TableNode, matrices: Matrices): TableNode {
  return expandKeys(groups, matrices, (node) => node);
}

function expandKeys(
  table: TableNode,
  matrices: Matrices,
  copy: (node: ConfigNode, interpreter: Interpreter) => ConfigNode,
): TableNode {
  const entries = [...table.entries].flatMap(([name, node]) => {
    const interpreters = matrices.get(name);
    if (interpreters === undefined) return [[name, node] as const];
    return interpreters.map(
      (interpreter) => [matrixEnvName(name, interpreter), copy(node, interpreter)] as const,
    );
  });
  return tableOf(entries, table.origin);
}

function expandActions(actions: TableNode, matrices: Matrices): TableNode {
  const entries = [...actions.entries].map(([name, action]) => {
    if (action.kind !== 'table') return [name, action] as const;
    const handlers = action.entries.get('handlers');
    if (handlers?.kind !== 'list') return [name, action] as const;
    return [name, withEntry(action, 'handlers', replicate(handlers.items, handlers, matrices))] as const;
  });
  return tableOf(entries, actions.origin);
}

function replicate(items: readonly ConfigNode[], list: ConfigNode, matrices: Matrices): ConfigNode {
  const replicated = items.flatMap((item) => {
    const env = item.kind === 'table' ? item.entries.get('env') : undefined;
    const base = env?.kind === 'scalar' && typeof env.value === 'string' ? env.value : '';
    const interpreters = matrices.get(base);
    if (item.kind !== 'table' || env === undefined || interpreters === undefined) return [item];
    return interpreters.map((interpreter) =>
      withEntry(item, 'env', { kind: 'scalar', value: matrixEnvName(base, interpreter), origin: env.origin }),
    );
  });
  return listOf(replicated, list.origin);
}
