import { NodeType, type TreeNode as WireTreeNode } from '@tandem/contracts';
import type { TreeNode } from '@tandem/workspace';
import { toWireStatus } from './projects.js';

/** Clients know no number for handlers: they are shown as actions. */
const nodeType: Readonly<Record<TreeNode['kind'], NodeType>> = {
  directory: NodeType.directory,
  project: NodeType.project,
  action: NodeType.action,
  'action-group': NodeType.actionGroup,
  handler: NodeType.action,
  'env-group': NodeType.envGroup,
  env: NodeType.env,
};

export function toWireTree(node: TreeNode): WireTreeNode {
  return {
    nodeId: node.id,
    name: node.name,
    nodeType: nodeType[node.kind],
    // Of the other nodes the contract says that it is empty; the state of runners is in `runners/list`.
    status: node.kind === 'project' ? toWireStatus(node.status) : '',
    subnodes: node.children.map(toWireTree),
    ...(node.kind === 'action' && { source: node.source }),
  };
}
