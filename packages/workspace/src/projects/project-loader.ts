import {
  type DocumentReader,
  type HandlerOverrides,
  overrideProject,
  type PresetResolver,
  readProject,
} from '@tandem/config';
import type { FileSystem, Log } from '@tandem/platform';
import type { Runner } from '../runners/runner-port.js';
import type { Project } from './project.js';

export interface ProjectLoaderOptions {
  readonly files: FileSystem;
  readonly log: Log;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The runner that knows the Python packages of the project: started, if `mayStart`; else only if it runs. */
  presetRunner(project: Project, options: { readonly mayStart: boolean }): Promise<Runner | undefined>;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** Presets that are Python packages can be found only by a runner, and that is code of the project. */
  readonly mayStartRunner: boolean;
  readonly documents?: DocumentReader;
}

/** Reads the configuration of projects, one reading of a project at a time. */
export class ProjectLoader {
  readonly #options: ProjectLoaderOptions;
  readonly #loading = new Map<Project, Promise<void>>();
  #overrides: HandlerOverrides = {};

  constructor(options: ProjectLoaderOptions) {
    this.#options = options;
  }

  async load(project: Project, options: LoadOptions): Promise<void> {
    const before = this.#loading.get(project) ?? Promise.resolve();
    const load = before.catch(() => undefined).then(() => this.#load(project, options));
    this.#loading.set(project, load);
    try {
      await load;
    } finally {
      if (this.#loading.get(project) === load) this.#loading.delete(project);
    }
  }

  /** Replaces all overrides and applies them to projects that were read before. */
  override(projects: readonly Project[], overrides: HandlerOverrides): void {
    this.#overrides = overrides;
    for (const project of projects)
      if (project.valid !== undefined) project.settle(overrideProject(project.valid, overrides));
  }

  async #load(project: Project, { signal, mayStartRunner, documents }: LoadOptions): Promise<void> {
    const { files, variables } = this.#options;
    const read = (presets?: PresetResolver) =>
      readProject(project.dir, {
        files,
        env: variables,
        overrides: this.#overrides,
        signal,
        ...(documents !== undefined && { documents }),
        ...(presets !== undefined && { presets }),
      });
    const reading = await read();
    if (reading.kind !== 'valid' || reading.project.unresolvedPresets.length === 0) {
      project.settle(reading);
      return;
    }
    // A runner that is started for its presets is configured with what is known without them.
    if (project.valid === undefined) project.settle(reading);
    const runner = await this.#presetRunner(project, mayStartRunner);
    project.settle(runner === undefined ? reading : await read(resolverOver(runner)));
  }

  async #presetRunner(project: Project, mayStart: boolean): Promise<Runner | undefined> {
    try {
      return await this.#options.presetRunner(project, { mayStart });
    } catch (error) {
      // The project is usable without its presets, for instance to create the environment that is missing.
      this.#options.log.warn('presets are not resolved', { project: project.dir, error: String(error) });
      return undefined;
    }
  }
}

function resolverOver(runner: Runner): PresetResolver {
  return {
    async resolvePresetPath(packageName) {
      try {
        const dir = await runner.packagePath(packageName);
        return dir === undefined ? { kind: 'not-installed' } : { kind: 'found', dir };
      } catch (error) {
        return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
