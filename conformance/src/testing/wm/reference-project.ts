import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ConfiguredAction, readProbeConfig } from './probe-config.js';
import { ReferenceRunner } from './reference-runner.js';

/** A project that a directory of the workspace brought along. */
export class ReferenceProject {
  readonly dir: string;
  readonly name: string;
  readonly runners = new Map<string, ReferenceRunner>();
  isInitialised = false;
  actions: readonly ConfiguredAction[] = [];
  status = 'CONFIG_VALID';

  constructor(dir: string) {
    this.dir = dir;
    this.name = basename(dir);
  }

  get info() {
    return { name: this.name, path: this.dir, status: this.status };
  }

  get envs(): readonly string[] {
    return [...new Set(this.actions.flatMap(({ handlers }) => handlers.map(({ env }) => env)))];
  }

  initialise(): void {
    const actions = readProbeConfig(this.dir);
    this.isInitialised = true;
    this.actions = actions ?? [];
    this.status = actions === undefined ? 'CONFIG_INVALID' : 'CONFIG_VALID';
  }

  runner(env: string): ReferenceRunner {
    const running = this.runners.get(env) ?? new ReferenceRunner(this.dir);
    this.runners.set(env, running);
    return running;
  }

  startRunners(): void {
    for (const env of this.envs) this.runner(env);
  }

  removeEnv(env: string): void {
    this.runners.delete(env);
    rmSync(join(this.dir, '.venvs', env), { recursive: true, force: true });
  }

  /** By any path that leads to it. */
  find(source: string): ConfiguredAction | undefined {
    return this.actions.find((action) => [action.source, ...aliasesOf(action.name)].includes(source));
  }
}

function aliasesOf(name: string): readonly string[] {
  return [`conformance.probe.${name}`, ...(name === 'note' ? ['./alias.ts#renamed'] : [])];
}
