import type { ClientSession } from '../clients/client-session.js';
import { mayRunCode, requireTrust, type TrustPolicy } from '../clients/trust.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import type { PayloadSchema } from '../runners/runner-port.js';
import { WorkspaceError } from '../workspace-error.js';
import type { ActionInfo } from './action-info.js';
import { buildTree, findNode } from './build-tree.js';
import type { ActionFinder } from './find-action.js';
import { actionsOf } from './list-actions.js';
import { parseActionNodeId } from './node-id.js';
import type { PayloadSchemas } from './payload-schemas.js';
import type { TreeNode } from './tree.js';

export interface ActionServiceOptions {
  readonly registry: ProjectRegistry;
  readonly pool: RunnerPool;
  readonly finder: ActionFinder;
  readonly schemas: PayloadSchemas;
  readonly trust: TrustPolicy;
}

/** What can be asked about actions without running them. */
export class ActionService {
  readonly #options: ActionServiceOptions;

  constructor(options: ActionServiceOptions) {
    this.#options = options;
  }

  list(projectDir?: string): readonly ActionInfo[] {
    const { registry } = this.#options;
    return projectDir === undefined
      ? registry.projects.flatMap(actionsOf)
      : actionsOf(registry.require(projectDir));
  }

  tree(): readonly TreeNode[] {
    return buildTree(this.#options);
  }

  subtree(nodeId: string): TreeNode | undefined {
    return findNode(this.tree(), nodeId);
  }

  async payloadSchemas(
    session: ClientSession,
    projectDir: string,
    sources: readonly string[],
    options: { readonly startRunners?: boolean },
  ): Promise<Readonly<Record<string, PayloadSchema | null>>> {
    const { registry, schemas, trust } = this.#options;
    const project = registry.require(projectDir);
    project.requireConfig();
    const mayStart = options.startRunners !== false && (await mayRunCode(session, project.dir, trust));
    return schemas.of(project, sources, { mayStart });
  }

  async reload(session: ClientSession, actionNodeId: string): Promise<void> {
    const { registry, pool, finder, schemas, trust } = this.#options;
    const dirs = registry.projects.map(({ dir }) => dir);
    const named = parseActionNodeId(actionNodeId, dirs);
    if (named === undefined)
      throw new WorkspaceError(
        'action-not-found',
        `"${actionNodeId}" does not name an action: expected "<project folder>::<action source>", as in the tree.`,
      );
    const project = registry.require(named.projectDir);
    await requireTrust(session, project.dir, trust);
    const action = await finder.require(project, named.source);
    const envNames = new Set(action.handlers.map(({ env }) => env));
    const concerned = pool.allRunning(project.dir).filter(({ address }) => envNames.has(address.envName));
    await Promise.all(concerned.map(({ runner }) => runner.reloadAction(action.name)));
    schemas.forget(project);
  }
}
