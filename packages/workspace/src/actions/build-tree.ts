import { basename } from 'node:path';
import type { Project } from '../projects/project.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import { type NodeId, nodeIds } from './node-id.js';
import type { TreeNode } from './tree.js';

export interface TreeSources {
  readonly registry: ProjectRegistry;
  readonly pool: RunnerPool;
}

/** One node for each folder of the workspace; every project is below the deepest of them that holds it, once. */
export function buildTree({ registry, pool }: TreeSources): readonly TreeNode[] {
  return registry.dirs.map((dir) => buildDir(dir, { registry, pool }));
}

/** A folder of the workspace, with its projects. It may be a project itself. */
export function buildDir(dir: string, { registry, pool }: TreeSources): TreeNode {
  const own = registry.find(dir);
  const projects = registry
    .below(dir)
    .filter((project) => project !== own && registry.dirOf(project) === dir);
  const nodes = projects.map((project) => buildProject(project, pool, []));
  if (own !== undefined && registry.dirOf(own) === dir) return buildProject(own, pool, nodes);
  return { kind: 'directory', id: nodeIds.dir(dir), name: basename(dir), children: nodes };
}

export function findNode(nodes: readonly TreeNode[], nodeId: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.id === nodeId ? node : findNode(node.children, nodeId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A project; `subprojects` are below it when it is itself a folder of the workspace. */
export function buildProject(project: Project, pool: RunnerPool, subprojects: readonly TreeNode[]): TreeNode {
  const { dir, name, status } = project;
  return {
    kind: 'project',
    id: nodeIds.dir(dir),
    name,
    status,
    children: [...contentOf(project, pool), ...subprojects],
  };
}

function contentOf(project: Project, pool: RunnerPool): readonly TreeNode[] {
  const config = project.valid?.project;
  if (config === undefined) return [];
  const { dir } = project;
  const actions = config.actions.map(({ name, source, handlers }): TreeNode => {
    const children = handlers.map((handler) =>
      leaf('handler', nodeIds.handler(dir, source, handler.name), handler.name),
    );
    return {
      kind: 'action',
      id: nodeIds.action(dir, source),
      name,
      source,
      children: withoutRepeats(children),
    };
  });
  const statuses = new Map(pool.list(dir).map(({ envName, status }) => [envName, status]));
  const envs = config.environments.map(({ name }): TreeNode => {
    const status = statuses.get(name);
    return {
      kind: 'env',
      id: nodeIds.env(dir, name),
      name,
      children: [],
      ...(status !== undefined && { status }),
    };
  });
  return [
    {
      kind: 'action-group',
      id: nodeIds.actionGroup(dir),
      name: 'Actions',
      children: withoutRepeats(actions),
    },
    { kind: 'env-group', id: nodeIds.envGroup(dir), name: 'Environments', children: envs },
  ];
}

function leaf(kind: 'handler', id: NodeId, name: string): TreeNode {
  return { kind, id, name, children: [] };
}

/** One handler in several columns of a matrix, or one class under two names, is one node. */
function withoutRepeats(nodes: readonly TreeNode[]): readonly TreeNode[] {
  return [...new Map(nodes.toReversed().map((node) => [node.id, node])).values()].toReversed();
}
