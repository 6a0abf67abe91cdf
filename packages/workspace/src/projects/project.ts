import {
  type ConfigProblem,
  type DiscoveredProject,
  formatProblem,
  type ProjectConfig,
  type ProjectReading,
  type ValidProject,
} from '@tandem/config';
import type { ActionMeta } from '../runners/runner-port.js';
import { WorkspaceError } from '../workspace-error.js';
import type { UserMessage } from '../workspace-events.js';
import type { ProjectInfo, ProjectStatus } from './project-info.js';

/** A project of the workspace: where it is, what its files say, and what its runners told about its actions. */
export class Project {
  readonly dir: string;
  #found: DiscoveredProject;
  #reading: ProjectReading | undefined;
  /** By source as configured. */
  readonly #meta = new Map<string, ActionMeta>();

  constructor(found: DiscoveredProject) {
    this.dir = found.dir;
    this.#found = found;
  }

  get name(): string {
    return this.#reading?.name ?? this.#found.name;
  }

  get status(): ProjectStatus {
    if (this.#reading === undefined) return this.#found.usesFinecode ? 'valid' : 'not-configured';
    return this.#reading.kind === 'no-finecode' ? 'not-configured' : this.#reading.kind;
  }

  /** A broken project is not: whoever asks next makes it be read again. */
  get isInitialised(): boolean {
    return this.#reading !== undefined && this.#reading.kind !== 'invalid';
  }

  /** Whether its files have been looked at, with whatever outcome. */
  get isRead(): boolean {
    return this.#reading !== undefined;
  }

  get valid(): ValidProject | undefined {
    return this.#reading?.kind === 'valid' ? this.#reading : undefined;
  }

  get problems(): readonly ConfigProblem[] {
    if (this.#reading?.kind === 'invalid') return this.#reading.problems;
    return this.valid?.warnings ?? [];
  }

  /** What the user should hear about the configuration: why it is broken, or what in it looks like a mistake. */
  get complaint(): UserMessage | undefined {
    if (this.problems.length === 0) return undefined;
    const kind = this.status === 'invalid' ? 'error' : 'warning';
    return { kind, message: this.problems.map(formatProblem).join('\n') };
  }

  get watchPaths(): readonly string[] {
    return this.#reading?.watchPaths ?? [];
  }

  get info(): ProjectInfo {
    const { dir, name, status, isInitialised, problems } = this;
    return { dir, name, status, isInitialised, problems };
  }

  /** Another walk over the folder found it again. */
  foundAgain(found: DiscoveredProject): void {
    this.#found = found;
  }

  /** What runners told belongs to the configuration they had: it is forgotten for actions that are gone. */
  settle(reading: ProjectReading): void {
    this.#reading = reading;
    const sources = new Set(this.valid?.project.actions.map(({ source }) => source));
    for (const source of this.#meta.keys()) if (!sources.has(source)) this.#meta.delete(source);
  }

  learn(meta: ReadonlyMap<string, ActionMeta>): void {
    for (const [source, facts] of meta) this.#meta.set(source, facts);
  }

  metaOf(source: string): ActionMeta | undefined {
    return this.#meta.get(source);
  }

  requireConfig(): ProjectConfig {
    if (this.valid !== undefined) return this.valid.project;
    if (this.status === 'not-configured')
      throw new WorkspaceError(
        'config-invalid',
        `${this.dir} has no FineCode configuration. Add [tool.finecode] to its pyproject.toml, a finecode.toml, or a "finecode" field to its package.json.`,
      );
    const problems = this.problems.filter(({ severity }) => severity === 'error').map(formatProblem);
    const text = problems.length === 0 ? 'its configuration has not been read yet' : problems.join('\n');
    throw new WorkspaceError('config-invalid', `Project "${this.name}" cannot be used: ${text}`);
  }
}
