import type { Project } from '../projects/project.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import type { EventHub } from '../workspace-events.js';
import { buildDir, buildProject } from './build-tree.js';
import type { TreeNode } from './tree.js';

export interface TreeAnnouncerOptions {
  readonly registry: ProjectRegistry;
  readonly pool: RunnerPool;
  readonly hub: EventHub;
}

/** Tells everybody which part of the tree is not what it was; a part that looks the same is not told again. */
export class TreeAnnouncer {
  readonly #options: TreeAnnouncerOptions;
  readonly #told = new Map<string, string>();

  constructor(options: TreeAnnouncerOptions) {
    this.#options = options;
  }

  projectChanged(project: Project): void {
    const { registry, pool } = this.#options;
    const dir = registry.dirOf(project);
    if (dir === undefined) return;
    this.#tell(dir === project.dir ? buildDir(dir, this.#options) : buildProject(project, pool, []));
  }

  dirChanged(dir: string): void {
    this.#tell(buildDir(dir, this.#options));
  }

  /** What is gone and comes again is news again. */
  forget(dir: string): void {
    this.#told.delete(dir);
  }

  #tell(node: TreeNode): void {
    const look = JSON.stringify(node);
    if (this.#told.get(node.id) === look) return;
    this.#told.set(node.id, look);
    this.#options.hub.treeChanged(node);
  }
}
