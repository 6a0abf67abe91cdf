import type { ActionConfig } from '@tandem/config';
import type { Log } from '@tandem/platform';
import type { Project } from '../projects/project.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import type { ActionMeta } from '../runners/runner-port.js';
import { WorkspaceError } from '../workspace-error.js';
import { currentSource } from './known-aliases.js';

/** The action of a project that a source names, as far as is known without asking anybody. */
export function findKnownAction(project: Project, source: string): ActionConfig | undefined {
  const wanted = currentSource(source);
  return project.valid?.project.actions.find((action) => {
    const canonical = project.metaOf(action.source)?.canonicalSource;
    return (
      currentSource(action.source) === wanted ||
      (canonical !== undefined && currentSource(canonical) === wanted)
    );
  });
}

/** Finds actions by names that only a runner, which can load their code, can make sense of. */
export class ActionFinder {
  readonly #pool: RunnerPool;
  readonly #log: Log;

  constructor(pool: RunnerPool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Starts runners when nothing else helps, so the caller has to be allowed to. */
  async find(project: Project, source: string): Promise<ActionConfig | undefined> {
    const known = findKnownAction(project, source);
    if (known !== undefined) return known;
    await this.learn(project);
    return findKnownAction(project, source) ?? (await this.#findByAlias(project, source));
  }

  async require(project: Project, source: string): Promise<ActionConfig> {
    const { actions } = project.requireConfig();
    const action = await this.find(project, source);
    if (action !== undefined) return action;
    const known = actions.map((one) => one.source).join(', ');
    throw new WorkspaceError(
      'action-not-found',
      `Project "${project.name}" has no action "${source}". It has: ${known === '' ? 'none' : known}.`,
    );
  }

  /** Undefined when no runner could load the action. */
  async metaOf(project: Project, action: ActionConfig): Promise<ActionMeta | undefined> {
    if (project.metaOf(action.source) === undefined) await this.#start(project, [action]);
    return project.metaOf(action.source);
  }

  /** Has runners tell about every action that none has told about yet. */
  async learn(project: Project): Promise<void> {
    const unknown = project.valid?.project.actions.filter(
      ({ source }) => project.metaOf(source) === undefined,
    );
    await this.#start(project, unknown ?? []);
  }

  async #start({ dir }: Project, actions: readonly ActionConfig[]): Promise<void> {
    const envNames = new Set(actions.flatMap(({ handlers }) => handlers.slice(0, 1).map(({ env }) => env)));
    await Promise.all(
      [...envNames].map(async (envName) => {
        try {
          await this.#pool.get({ projectDir: dir, envName });
        } catch (error) {
          this.#log.info('an action may be unknown because a runner did not start', {
            projectDir: dir,
            envName,
            error: String(error),
          });
        }
      }),
    );
  }

  async #findByAlias(project: Project, source: string): Promise<ActionConfig | undefined> {
    for (const { runner } of this.#pool.allRunning(project.dir)) {
      const canonical = await runner.resolveSource(source);
      const action = canonical === undefined ? undefined : findKnownAction(project, canonical);
      if (action !== undefined) return action;
    }
    return undefined;
  }
}
