import type { FileWatcher } from './file-watcher.js';
import type { Project } from './project.js';

interface Following {
  readonly paths: string;
  readonly watch: Disposable;
}

/** Follows the configuration files of projects; changes that come while one is worked on are worked on together. */
export class ConfigWatch implements Disposable {
  readonly #watcher: FileWatcher;
  readonly #onChange: (project: Project) => Promise<void>;
  readonly #following = new Map<Project, Following>();
  readonly #busy = new Set<Project>();
  readonly #changedMeanwhile = new Set<Project>();

  constructor(watcher: FileWatcher, onChange: (project: Project) => Promise<void>) {
    this.#watcher = watcher;
    this.#onChange = onChange;
  }

  /** Watches the files that the project was read from last. */
  follow(project: Project): void {
    const paths = JSON.stringify(project.watchPaths);
    const known = this.#following.get(project);
    if (known?.paths === paths) return;
    known?.watch[Symbol.dispose]();
    const watch = this.#watcher.watch(project.watchPaths, () => void this.#changed(project));
    this.#following.set(project, { paths, watch });
  }

  unfollow(project: Project): void {
    this.#following.get(project)?.watch[Symbol.dispose]();
    this.#following.delete(project);
  }

  [Symbol.dispose](): void {
    for (const project of [...this.#following.keys()]) this.unfollow(project);
  }

  async #changed(project: Project): Promise<void> {
    if (this.#busy.has(project)) {
      this.#changedMeanwhile.add(project);
      return;
    }
    this.#busy.add(project);
    try {
      do {
        this.#changedMeanwhile.delete(project);
        await this.#onChange(project);
      } while (this.#changedMeanwhile.has(project) && this.#following.has(project));
    } finally {
      this.#busy.delete(project);
    }
  }
}
