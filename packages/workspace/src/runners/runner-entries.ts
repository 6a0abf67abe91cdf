import type { RunnerEntry } from './runner-entry.js';
import type { RunnerAddress } from './runner-port.js';

/** Entries by project, then by environment: most questions are about one project of many. */
export class RunnerEntries {
  readonly #byProject = new Map<string, Map<string, RunnerEntry>>();

  get({ projectDir, envName }: RunnerAddress): RunnerEntry | undefined {
    return this.#byProject.get(projectDir)?.get(envName);
  }

  add(entry: RunnerEntry): void {
    const { projectDir, envName } = entry.address;
    const own = this.#byProject.get(projectDir) ?? new Map<string, RunnerEntry>();
    this.#byProject.set(projectDir, own.set(envName, entry));
  }

  /** Undefined stands for all projects. */
  of(projectDir: string | undefined): readonly RunnerEntry[] {
    if (projectDir !== undefined) return [...(this.#byProject.get(projectDir)?.values() ?? [])];
    return [...this.#byProject.values()].flatMap((own) => [...own.values()]);
  }

  forget(projectDir: string): void {
    this.#byProject.delete(projectDir);
  }
}
