import type { ProjectStatus } from '../projects/project-info.js';
import type { RunnerStatus } from '../runners/runner-entry.js';
import type { NodeId } from './node-id.js';

interface NodeBase {
  readonly id: NodeId;
  readonly name: string;
  readonly children: readonly TreeNode[];
}

export type TreeNode =
  | (NodeBase & { readonly kind: 'directory' })
  | (NodeBase & { readonly kind: 'project'; readonly status: ProjectStatus })
  | (NodeBase & { readonly kind: 'action-group' | 'env-group' | 'handler' })
  | (NodeBase & { readonly kind: 'action'; readonly source: string })
  /** No status while nobody has needed its runner. */
  | (NodeBase & { readonly kind: 'env'; readonly status?: RunnerStatus });
