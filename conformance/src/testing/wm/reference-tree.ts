import { basename } from 'node:path';
import type { ReferenceProject } from './reference-project.js';

interface Node {
  readonly nodeId: string;
  readonly name: string;
  readonly nodeType: number;
  readonly status: string;
  readonly subnodes: readonly Node[];
  readonly source?: string;
}

export function directoryNode(dir: string, projects: readonly ReferenceProject[]): Node {
  const own = projects.find((project) => project.dir === dir);
  const inner = projects.filter((project) => project !== own).map(projectNode);
  if (own === undefined) return node(dir, basename(dir), 0, inner);
  const self = projectNode(own);
  return { ...self, subnodes: [...self.subnodes, ...inner] };
}

export function projectNode({ dir, name, status, actions, envs }: ReferenceProject): Node {
  const actionNodes = actions.map((action) => {
    const id = `${dir}::${action.source}`;
    const handlers = action.handlers.map((handler) => node(`${id}::${handler.name}`, handler.name, 2));
    return { ...node(id, action.name, 2, handlers), source: action.source };
  });
  const groups = [
    node(`${dir}::actions`, 'Actions', 3, actionNodes),
    node(
      `${dir}::envs`,
      'Environments',
      5,
      envs.map((env) => node(`${dir}::envs::${env}`, env, 6)),
    ),
  ];
  return { ...node(dir, name, 1, groups), status };
}

function node(nodeId: string, name: string, nodeType: number, subnodes: readonly Node[] = []): Node {
  return { nodeId, name, nodeType, status: '', subnodes };
}
