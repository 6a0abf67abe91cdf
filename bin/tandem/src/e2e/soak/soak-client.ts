import type { RequestOptions } from '@tandem/wire';
import type { WorkspaceConnection, WorkspaceEventParams } from '@tandem/workspace-client';
import { type GeneratedWorkspace, type ProjectName, projectNames } from '../testing/generated-workspace.js';
import type { OwnDaemon } from '../testing/own-daemon.js';
import type { ActionName } from './expected-lines.js';
import { SeededRandom } from './seeded-random.js';

export type PartValue = WorkspaceEventParams<'actions/partialResult'>['value'];

/** No request of a soak takes this long; one that does has been forgotten. */
const timeoutMs = 120_000;

/** One of several clients that use a daemon at once. It comes and goes, and no text of it is ever used twice. */
export class SoakClient {
  readonly random: SeededRandom;
  readonly workspace: GeneratedWorkspace;
  readonly #daemon: OwnDaemon;
  readonly #name: string;
  readonly #partsByToken = new Map<unknown, PartValue[]>();
  #connection: Promise<WorkspaceConnection>;
  #lastNumber = 0;

  constructor(options: { name: string; seed: number; workspace: GeneratedWorkspace; daemon: OwnDaemon }) {
    this.#name = options.name;
    this.random = new SeededRandom(options.seed);
    this.workspace = options.workspace;
    this.#daemon = options.daemon;
    this.#connection = this.#connect();
  }

  newNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  newText(): string {
    return `${this.#name} ${this.newNumber()} ü😀`;
  }

  anyProject(): ProjectName {
    return this.random.pick(projectNames);
  }

  get request(): WorkspaceConnection['request'] {
    return async (method, params, options) =>
      (await this.#connection).request(method, params, { timeoutMs, ...options });
  }

  get notify(): WorkspaceConnection['notify'] {
    return async (method, params) => (await this.#connection).notify(method, params);
  }

  run(action: ActionName, name: ProjectName, params: Record<string, unknown>, options: RunOptions = {}) {
    const { token, ...requestOptions } = options;
    return this.request(
      'actions/run',
      {
        actionSource: sourceOf(action),
        project: this.workspace.projectDir(name),
        params,
        ...(token !== undefined && { partialResultToken: token }),
      },
      requestOptions,
    );
  }

  /** What has come under a token since it was last asked for; an answer is read after all of its parts. */
  takeParts(token: string): readonly PartValue[] {
    const parts = this.#partsByToken.get(token) ?? [];
    this.#partsByToken.delete(token);
    return parts;
  }

  /** Parts that came for no request, or after its answer. */
  get strayParts(): readonly unknown[] {
    return [...this.#partsByToken];
  }

  async reconnect(): Promise<void> {
    await this.close();
    this.#connection = this.#connect();
    // Parts of what was under way are nobody's any more.
    this.#partsByToken.clear();
  }

  async close(): Promise<void> {
    await (await this.#connection).close();
  }

  async #connect(): Promise<WorkspaceConnection> {
    const connection = await this.#daemon.connect();
    connection.on('actions/partialResult', ({ token, value }) => {
      const parts = this.#partsByToken.get(token);
      if (parts === undefined) this.#partsByToken.set(token, [value]);
      else parts.push(value);
    });
    return connection;
  }
}

interface RunOptions extends RequestOptions {
  readonly token?: string;
}

export function sourceOf(action: ActionName): string {
  return `./actions.mts#${action === 'echo_tools' ? 'echoTools' : action}`;
}
