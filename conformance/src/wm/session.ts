import { CannotTell, CheckFailure } from '../check.js';
import { type Fields, objectOf, resultOf } from '../er/expect.js';
import type { Answer, JsonRpcFacts } from '../json-rpc/adapter.js';
import { createFrameDecoder } from '../json-rpc/decoder.js';
import { isObject, JsonRpcSession, requestMessage } from '../json-rpc/session.js';
import { show } from '../session/transcript.js';
import {
  type OwnServer,
  type Server,
  type ServerSettings,
  type StartedServer,
  TargetError,
} from '../target/target.js';
import { type ProbeAction, type ProbeProject, sourceOf } from './probe/project.js';
import { createProbeWorkspace, type ProbeProjects, type ProbeWorkspace } from './probe/workspace.js';

/** One run, as a check asks for it. */
export interface Run {
  readonly project: string;
  readonly action: ProbeAction;
  readonly payload?: Fields;
  readonly options?: Fields;
  /** Fields beside the usual ones: tokens. */
  readonly more?: Fields;
}

const simple: ProbeProject = { actions: ['note', 'meta'] };
export const threeProjects = { alpha: simple, beta: simple, gamma: simple } as const;

/** A conversation with a Workspace Manager: one of possibly several clients, with workspaces of its own. */
export class WmSession extends JsonRpcSession<JsonRpcFacts> implements AsyncDisposable {
  /** What has to be undone when the check is over, the last first. */
  readonly #cleanups: (() => Promise<void>)[] = [];

  /** The result of a request that must have one. */
  async ask(method: string, params: Fields = {}): Promise<unknown> {
    return resultOf(await this.call({ method, params }));
  }

  async askObject(method: string, params: Fields = {}): Promise<Fields> {
    return objectOf(await this.call({ method, params }));
  }

  /** A list of objects in the result, or the result itself. */
  async askList(method: string, field: string | undefined, params: Fields = {}): Promise<readonly Fields[]> {
    const result = await this.ask(method, params);
    const list = field === undefined ? result : Object(result)[field];
    if (!Array.isArray(list) || !list.every(isObject))
      throw new CheckFailure(
        `expected ${field ?? 'the result'} to be a list of objects, got ${show(result)}`,
      );
    return list;
  }

  /** Writes a workspace that the server does not know yet; it is forgotten and removed when the check is over. */
  async createWorkspace(projects: ProbeProjects = threeProjects): Promise<ProbeWorkspace> {
    const workspace = this.#own(await createProbeWorkspace(projects));
    this.#cleanups.push(() => this.#forget(workspace.dir));
    return workspace;
  }

  /** The same, added without runners. */
  async addWorkspace(projects?: ProbeProjects): Promise<ProbeWorkspace> {
    const workspace = await this.createWorkspace(projects);
    await this.addDir(workspace.dir, { startRunners: false });
    return workspace;
  }

  /** The same with runners, whose handlers must be able to run for the check to say anything. */
  async startWorkspace(projects: ProbeProjects): Promise<ProbeWorkspace> {
    const workspace = await this.createWorkspace(projects);
    await this.addWithRunners(workspace.dir);
    await this.requireRuns(workspace.projectDir(Object.keys(projects)[0] ?? '.'));
    return workspace;
  }

  /** A project of its own that has these actions, and a first one to try whether handlers run at all. */
  async startProject(actions: readonly ProbeAction[]): Promise<StartedProject> {
    const workspace = await this.startWorkspace({ alpha: { actions: ['note', ...actions] } });
    return { workspace, dir: workspace.projectDir('alpha') };
  }

  async requireRuns(project: string): Promise<void> {
    const answer = await this.call(runRequest({ project, action: 'note' }));
    if (answer.error !== undefined)
      throw new CannotTell(
        `the server does not run the handlers of the probe: ${show(answer.error.message)}`,
      );
  }

  /** The projects that the call initialised. */
  async addDir(dirPath: string, more: Fields = {}): Promise<readonly Fields[]> {
    return await this.askList('workspace/addDir', 'projects', { dirPath, ...more });
  }

  /** The same with runners: a server that cannot start those of the probe is not wrong. */
  async addWithRunners(dirPath: string, more: Fields = {}): Promise<void> {
    resultWithRunners(await this.call({ method: 'workspace/addDir', params: { dirPath, ...more } }));
  }

  async startRunners(params: Fields = {}): Promise<unknown> {
    return resultWithRunners(await this.call({ method: 'workspace/startRunners', params }));
  }

  async run(run: Run): Promise<Fields> {
    return objectOf(await this.tryRun(run));
  }

  async tryRun(run: Run): Promise<Answer> {
    return await this.call(runRequest(run));
  }

  /** The notes of a run of one of the probe's actions. */
  async notes(run: Run): Promise<readonly unknown[]> {
    return notesIn((await this.run(run))['resultByFormat']);
  }

  /** Starts a run and answers its id. */
  startRun(run: Run): string {
    const id = this.newId();
    this.send(requestMessage(id, runRequest(run)));
    return id;
  }

  async setOverrides(overrides: Fields): Promise<unknown> {
    // They are for the whole server, so the next check must not find them.
    this.#cleanups.push(() => this.#tryAsk('workspace/setConfigOverrides', { overrides: {} }));
    return await this.ask('workspace/setConfigOverrides', { overrides });
  }

  /** Params of all messages with this method so far. */
  paramsOf(method: string): readonly Fields[] {
    return this.heard.filter((message) => message.method === method).map(({ params }) => Object(params));
  }

  get server(): Server {
    const { server } = this.channel.connection;
    if (server === undefined) throw new Error('a Workspace Manager is always a server');
    return server;
  }

  /** What only a server has that the kit started. */
  get ownServer(): OwnServer {
    const { own } = this.server;
    if (own === undefined)
      throw new CannotTell('it takes a server that the kit starts itself; give its --command');
    return own;
  }

  async startServer(settings?: ServerSettings): Promise<StartedServer> {
    const { startAnother } = this.ownServer;
    return this.#own(await reaching(startAnother(settings)));
  }

  /** One more client of the same server. */
  async connectAnother(): Promise<WmSession> {
    return await this.connectTo(this.server);
  }

  /** A client of a server that may be another one. */
  async connectTo(server: Pick<Server, 'connect'>): Promise<WmSession> {
    const connection = this.#own(await reaching(server.connect()));
    const channel = this.channel.beside(connection, createFrameDecoder());
    return this.#own(new WmSession(channel, this.facts));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }

  #own<T extends AsyncDisposable>(resource: T): T {
    this.#cleanups.push(async () => await resource[Symbol.asyncDispose]());
    return resource;
  }

  async #forget(dirPath: string): Promise<void> {
    await this.#tryAsk('workspace/removeDir', { dirPath });
  }

  /** For tidying up: what the server makes of it is not what the check was about. */
  async #tryAsk(method: string, params: Fields): Promise<void> {
    try {
      await this.call({ method, params });
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
    }
  }
}

function resultWithRunners(answer: Answer): unknown {
  if (answer.error === undefined) return answer.result;
  throw new CannotTell(`the server does not start the runners of the probe: ${show(answer.error.message)}`);
}

/** A server that is not there when a check needs it is what the check found. */
async function reaching<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new CheckFailure(`the server is not there: ${error.message}`, { cause: error });
  }
}

export interface StartedProject {
  readonly workspace: ProbeWorkspace;
  readonly dir: string;
}

function runRequest({ project, action, payload = {}, options = {}, more = {} }: Run) {
  return {
    method: 'actions/run',
    params: { actionSource: sourceOf(action), project, params: payload, options, ...more },
  };
}

/** The notes in the formats of a result. */
export function notesIn(resultByFormat: unknown): readonly unknown[] {
  const { notes } = Object(Object(resultByFormat).json);
  if (!Array.isArray(notes))
    throw new CheckFailure(`expected resultByFormat with notes as json, got ${show(resultByFormat)}`);
  return notes;
}
