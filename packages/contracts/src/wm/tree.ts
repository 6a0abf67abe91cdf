import * as z from 'zod';
import { wireObject } from '../core/wire-object.js';

/** What the numbers in `nodeType` mean. Handlers are shown as actions: clients know no number for them. */
export const NodeType = {
  directory: 0,
  project: 1,
  action: 2,
  actionGroup: 3,
  preset: 4,
  envGroup: 5,
  env: 6,
} as const;
export type NodeType = (typeof NodeType)[keyof typeof NodeType];

export interface TreeNode {
  readonly nodeId: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly status: string;
  readonly subnodes: readonly TreeNode[];
  readonly source?: string | undefined;
}

export const TreeNode: z.ZodType<TreeNode, TreeNode> = wireObject({
  nodeId: z
    .string()
    .describe(
      'Absolute path, or <project>::actions, <project>::<actionSource>, <project>::<actionSource>::<handler>, <project>::envs, <project>::envs::<env>.',
    ),
  name: z.string(),
  nodeType: z
    .literal(Object.values(NodeType))
    .describe(
      '0 directory, 1 project, 2 action, 3 action group, 4 preset, 5 environment group, 6 environment.',
    ),
  status: z.string().describe('Status of a project; empty for other nodes.'),
  subnodes: z.lazy(() => z.array(TreeNode).readonly()),
  source: z.string().optional().describe('Import path of the action class, on action nodes.'),
});
