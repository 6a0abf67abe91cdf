import { checkMerged } from '../checks/check-merged.js';
import type { ConfigProblem } from '../checks/problem.js';
import type { ProjectFiles } from '../discovery/project-files.js';
import {
  childString,
  childTable,
  type JsonTable,
  nodeOf,
  type TableNode,
  tableOf,
  tableToJson,
  withEntry,
  withoutEntry,
} from '../document/config-node.js';
import type { LocatedFile, Origin } from '../document/origin.js';
import type { LoadedPresets } from '../layers/load-presets.js';
import { applyOverrides, type Override } from '../layers/overrides.js';
import { collectTools } from './collect-project.js';
import {
  addGroups,
  addProjectToRuntime,
  addToolDependencies,
  type ProjectTables,
  pinRunner,
  withoutRepeats,
} from './derive-groups.js';
import { collectEnvironments, runtimeOf } from './environments.js';
import { type ConfigSources, createSources } from './explain.js';
import { expandMatrices } from './interpreter-matrix.js';
import type { ProjectConfig } from './project-config.js';

/** All layers of files laid over each other, before overrides and before anything is derived from them. */
export interface MergedProject {
  readonly files: ProjectFiles;
  readonly presets: LoadedPresets;
  readonly finecode: TableNode;
  readonly anchor: LocatedFile;
  readonly environmentOverrides: readonly Override[];
  readonly pythonRunnerVersion: string | undefined;
}

export interface SettledProject {
  readonly project: ProjectConfig;
  /** The whole merged configuration in the shape of a `pyproject.toml`, as runners expect it. */
  readonly rawConfig: JsonTable;
  readonly sources: ConfigSources;
}

/** Applies overrides, derives what follows from the configuration, and gives it its types. Reads no file. */
export function settleProject(
  merged: MergedProject,
  overrides: readonly Override[],
): { settled: SettledProject; problems: readonly ConfigProblem[] } {
  const { files, presets, anchor } = merged;
  const finecode = applyOverrides(withoutMergeModes(merged.finecode), [
    ...merged.environmentOverrides,
    ...overrides,
  ]);
  const tables = deriveTables(files, finecode);
  const matrix = expandMatrices(tables.finecode, tables.groups, anchor);
  const { pythonRunnerVersion } = merged;
  const isPython = (env: string) => runtimeOf(env, files, matrix.finecode) === 'python';
  const groups =
    pythonRunnerVersion === undefined
      ? matrix.groups
      : pinRunner(matrix.groups, pythonRunnerVersion, isPython);
  const root = composeRoot(files, { project: tables.project, groups, finecode: matrix.finecode });
  const { dir, name, definitionFile } = files;
  const environments = collectEnvironments(files, matrix.finecode, groups);
  // While presets are missing, so may be the sources they bring.
  const mergeProblems = presets.unresolved.length > 0 ? [] : checkMerged(finecode, anchor);
  return {
    settled: {
      project: { dir, name, definitionFile, environments, ...collectTools(matrix.finecode, presets) },
      rawConfig: tableToJson(root),
      sources: createSources(root),
    },
    problems: [...mergeProblems, ...matrix.problems],
  };
}

/** `handlers_mode` told how to merge; merging is over. */
function withoutMergeModes(finecode: TableNode): TableNode {
  const actions = childTable(finecode, 'action');
  if (actions === undefined) return finecode;
  const entries = [...actions.entries].map(
    ([name, action]) =>
      [name, action.kind === 'table' ? withoutEntry(action, 'handlers_mode') : action] as const,
  );
  return withEntry(finecode, 'action', tableOf(entries, actions.origin));
}

function deriveTables(files: ProjectFiles, finecode: TableNode): ProjectTables {
  const own: ProjectTables = { project: projectTable(files), groups: ownGroups(files), finecode };
  // Without a name in its manifest a folder is not a package that could be installed.
  const isPackage = childString(childTable(files.pyproject?.root, 'project'), 'name') !== undefined;
  const { project, groups, finecode: complete } = isPackage ? addProjectToRuntime(own) : own;
  return { project, groups: withoutRepeats(addToolDependencies(groups, complete)), finecode: complete };
}

function ownGroups({ pyproject, finecodeFile, userFile }: ProjectFiles): TableNode {
  const origin: Origin = { kind: 'derived', rule: 'each environment has a group' };
  const own = childTable(pyproject?.root, 'dependency-groups') ?? tableOf([], origin);
  return [finecodeFile, userFile].reduce(
    (groups, document) => addGroups(groups, childTable(document?.root, 'dependency-groups')),
    own,
  );
}

/** As a Python project has it, whatever the project is: runners of every language read this shape. */
function projectTable({ pyproject, packageJson, name }: ProjectFiles): TableNode {
  const origin: Origin = { kind: 'derived', rule: 'a project without a name is called like its folder' };
  const own = childTable(pyproject?.root, 'project');
  if (own !== undefined) return own.entries.has('name') ? own : withEntry(own, 'name', nodeOf(name, origin));
  const entries = ['name', 'version'].flatMap((key) => {
    const node = packageJson?.root.entries.get(key);
    return node === undefined ? [] : [[key, node] as const];
  });
  const table = tableOf(entries, packageJson?.root.origin ?? origin);
  return table.entries.has('name') ? table : withEntry(table, 'name', nodeOf(name, origin));
}

function composeRoot({ pyproject }: ProjectFiles, { project, groups, finecode }: ProjectTables): TableNode {
  const origin: Origin = { kind: 'derived', rule: 'the shape of a Python project' };
  const base = pyproject?.root ?? tableOf([], origin);
  const tool = childTable(base, 'tool') ?? tableOf([], origin);
  let root = withEntry(base, 'project', project);
  if (groups.entries.size > 0) root = withEntry(root, 'dependency-groups', groups);
  return withEntry(root, 'tool', withEntry(tool, 'finecode', finecode));
}
