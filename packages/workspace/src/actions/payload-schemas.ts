import type { ActionConfig } from '@tandem/config';
import type { Log } from '@tandem/platform';
import type { Project } from '../projects/project.js';
import type { RunnerPool } from '../runners/runner-pool.js';
import type { PayloadSchema, Runner } from '../runners/runner-port.js';
import type { ActionFinder } from './find-action.js';
import { findKnownAction } from './find-action.js';

type Schemas = ReadonlyMap<string, PayloadSchema>;

/** What the actions of a project take, as its runners tell it; remembered until the configuration changes. */
export class PayloadSchemas {
  readonly #pool: RunnerPool;
  readonly #finder: ActionFinder;
  readonly #log: Log;
  /** By runner, so that one that is configured again or replaced is asked again. */
  readonly #asked = new WeakMap<Project, WeakMap<Runner, Promise<Schemas>>>();

  constructor(pool: RunnerPool, finder: ActionFinder, log: Log) {
    this.#pool = pool;
    this.#finder = finder;
    this.#log = log;
  }

  forget(project: Project): void {
    this.#asked.delete(project);
  }

  /** By source as asked. `mayStart`: runners may be started, and asked what an alias means. */
  async of(
    project: Project,
    sources: readonly string[],
    { mayStart }: { readonly mayStart: boolean },
  ): Promise<Readonly<Record<string, PayloadSchema | null>>> {
    const entries = await Promise.all(
      sources.map(async (source) => {
        const action = mayStart ? await this.#finder.find(project, source) : findKnownAction(project, source);
        const schema = action === undefined ? undefined : await this.#schemaOf(project, action, mayStart);
        return [source, schema ?? null] as const;
      }),
    );
    return Object.fromEntries(entries);
  }

  async #schemaOf(
    project: Project,
    { name, handlers }: ActionConfig,
    mayStart: boolean,
  ): Promise<PayloadSchema | undefined> {
    for (const envName of new Set(handlers.map(({ env }) => env))) {
      const address = { projectDir: project.dir, envName };
      const runner = mayStart ? await this.#started(address) : this.#pool.running(address);
      const schema = runner && (await this.#ask(project, runner)).get(name);
      if (schema !== undefined) return schema;
    }
    return undefined;
  }

  async #started(address: {
    readonly projectDir: string;
    readonly envName: string;
  }): Promise<Runner | undefined> {
    try {
      return await this.#pool.get(address);
    } catch (error) {
      this.#log.info('a payload schema may be unknown because a runner did not start', {
        ...address,
        error: String(error),
      });
      return undefined;
    }
  }

  #ask(project: Project, runner: Runner): Promise<Schemas> {
    const byRunner = this.#asked.get(project) ?? new WeakMap<Runner, Promise<Schemas>>();
    this.#asked.set(project, byRunner);
    const known = byRunner.get(runner);
    if (known !== undefined) return known;
    const asked = runner.payloadSchemas().then(knownSchemas);
    byRunner.set(runner, asked);
    asked.catch(() => byRunner.delete(runner));
    return asked;
  }
}

function knownSchemas(schemas: Readonly<Record<string, PayloadSchema | null>>): Schemas {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) => (schema === null ? [] : [[name, schema] as const])),
  );
}
