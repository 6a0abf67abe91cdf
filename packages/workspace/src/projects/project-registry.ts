import type { DiscoveredProject } from '@tandem/config';
import { isInside, type OperatingSystem, pathKey, pathsOf } from '@tandem/platform';
import { WorkspaceError } from '../workspace-error.js';
import { Project } from './project.js';

/** The folders of the workspace and the projects found in them. */
export class ProjectRegistry {
  readonly #os: OperatingSystem;
  /** In the order in which they were added. */
  readonly #dirs = new Map<string, string>();
  readonly #projects = new Map<string, Project>();
  #sorted: readonly Project[] | undefined;

  constructor(os: OperatingSystem) {
    this.#os = os;
  }

  get dirs(): readonly string[] {
    return [...this.#dirs.values()];
  }

  /** Sorted by folder. */
  get projects(): readonly Project[] {
    this.#sorted ??= [...this.#projects.values()].sort((a, b) => (a.dir < b.dir ? -1 : 1));
    return this.#sorted;
  }

  normalDir(dirPath: string): string {
    const { isAbsolute, resolve } = pathsOf(this.#os);
    if (!isAbsolute(dirPath))
      throw new WorkspaceError('dir-not-found', `"${dirPath}" is not an absolute path.`);
    return resolve(dirPath);
  }

  addDir(dir: string): void {
    const key = this.#key(dir);
    if (!this.#dirs.has(key)) this.#dirs.set(key, dir);
  }

  /** Gives the projects that no other folder of the workspace holds any more. */
  removeDir(dir: string): readonly Project[] {
    if (!this.#dirs.delete(this.#key(dir)))
      throw new WorkspaceError('dir-not-found', `${dir} is not a folder of this workspace.`);
    const orphans = this.projects.filter((project) => this.dirOf(project) === undefined);
    for (const orphan of orphans) this.forget(orphan);
    return orphans;
  }

  register(found: DiscoveredProject): Project {
    const key = this.#key(found.dir);
    const known = this.#projects.get(key);
    if (known !== undefined) {
      known.foundAgain(found);
      return known;
    }
    const project = new Project(found);
    this.#projects.set(key, project);
    this.#sorted = undefined;
    return project;
  }

  forget(project: Project): void {
    this.#projects.delete(this.#key(project.dir));
    this.#sorted = undefined;
  }

  has(project: Project): boolean {
    return this.#projects.get(this.#key(project.dir)) === project;
  }

  find(projectDir: string): Project | undefined {
    return this.#projects.get(this.#key(projectDir));
  }

  require(projectDir: string): Project {
    const project = this.find(projectDir);
    if (project !== undefined) return project;
    const known = this.projects.map(({ dir }) => dir).slice(0, 10);
    const hint = known.length === 0 ? 'No folder has been added yet.' : `Known are: ${known.join(', ')}.`;
    throw new WorkspaceError('project-not-found', `No project "${projectDir}" in this workspace. ${hint}`);
  }

  /** By name or by absolute folder; undefined stands for all. */
  select(filter: readonly string[] | undefined): readonly Project[] {
    if (filter === undefined) return this.projects;
    const names = new Set(filter);
    const keys = new Set(filter.map((entry) => this.#key(entry)));
    return this.projects.filter(({ name, dir }) => names.has(name) || keys.has(this.#key(dir)));
  }

  below(dir: string): readonly Project[] {
    return this.projects.filter((project) => isInside(project.dir, dir, this.#os));
  }

  /** The deepest folder of the workspace that holds the project. */
  dirOf(project: Project): string | undefined {
    return deepest(this.dirs.filter((dir) => isInside(project.dir, dir, this.#os)));
  }

  /** Projects whose folder holds the path, the deepest first. */
  containing(path: string): readonly Project[] {
    const { dirname } = pathsOf(this.#os);
    const found: Project[] = [];
    for (let dir = path; ; dir = dirname(dir)) {
      const project = this.find(dir);
      if (project !== undefined) found.push(project);
      if (dir === dirname(dir)) return found;
    }
  }

  #key(dir: string): string {
    return pathKey(dir, this.#os);
  }
}

function deepest(dirs: readonly string[]): string | undefined {
  return dirs.reduce<string | undefined>(
    (longest, dir) => (longest === undefined || dir.length > longest.length ? dir : longest),
    undefined,
  );
}
