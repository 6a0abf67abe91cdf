import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type MessageHandlers, methodNotFound, type RequestContext, type RpcPeer } from '@tandem/wire';
import { type Change, ReferenceDocuments } from '../er/reference-documents.js';
import { findProjects, isIn, listedActions, listedRunners, rawConfigOf } from './listings.js';
import { invalidParams, oneOf, optionalList, type Params, text, textList } from './params.js';
import { ReferenceProject } from './reference-project.js';
import {
  mergeOutcomes,
  type Overrides,
  orOf,
  type RunOutcome,
  type RunRequest,
  runAction,
} from './reference-runs.js';
import { directoryNode, projectNode } from './reference-tree.js';

interface Client {
  readonly peer: RpcPeer;
  readonly documents: ReferenceDocuments;
}

type Answers = Readonly<Record<string, (params: Params, client: Client, context: RequestContext) => unknown>>;

const triggers = ['user', 'system', 'unknown'];
const devEnvs = ['ide', 'cli', 'ai', 'precommit', 'ci'];

export interface ManagerOptions {
  readonly logFilePath: string;
  shutDown(): void;
}

/** A Workspace Manager that knows the probe of the kit by heart: it reads its projects and acts its handlers. */
export class ReferenceManager {
  readonly #options: ManagerOptions;
  readonly #clients = new Map<RpcPeer, Client>();
  readonly #dirs = new Set<string>();
  readonly #projects = new Map<string, ReferenceProject>();
  #overrides: Overrides = {};
  readonly #answers: Answers = {
    'workspace/listProjects': () => this.#sorted().map(({ info }) => info),
    'workspace/findProjectForFile': (params) => ({ project: this.#projectOf(text(params, 'filePath')) }),
    'workspace/addDir': (params) => ({ projects: this.#addDir(params) }),
    'workspace/removeDir': (params) => this.#removeDir(text(params, 'dirPath')),
    'workspace/startRunners': (params) => this.#startRunners(this.#selected(params, this.#sorted())),
    'workspace/setConfigOverrides': ({ overrides }) => {
      this.#overrides = overrides as Overrides;
      return {};
    },
    'workspace/getProjectRawConfig': (params) => ({ rawConfig: rawConfigOf(this.#required(params)) }),
    'actions/list': (params) => ({ actions: this.#filtered(params).flatMap(listedActions) }),
    'actions/getPayloadSchemas': (params) => ({ schemas: this.#schemas(params) }),
    'actions/getTree': () => ({
      nodes: [...this.#dirs].map((dir) =>
        directoryNode(
          dir,
          this.#sorted().filter((one) => isIn(dir, one.dir)),
        ),
      ),
    }),
    'actions/run': (params, client, context) => this.#run(params, client, context),
    'actions/runBatch': (params, client, context) => this.#runBatch(params, client, context),
    'actions/reload': (params) => this.#reload(text(params, 'actionNodeId')),
    'runners/list': (params) => ({ runners: this.#filtered(params).flatMap(listedRunners) }),
    'runners/restart': (params, client) => this.#restart(params, client),
    'runners/checkEnv': (params) => ({
      valid: this.#required(params).envs.includes(text(params, 'envName')),
    }),
    'runners/removeEnv': (params) => {
      const project = this.#required(params);
      project.removeEnv(text(params, 'envName'));
      this.#announce(project);
      return {};
    },
    'server/getInfo': () => ({ logFilePath: this.#options.logFilePath }),
    'server/shutdown': () => {
      this.#options.shutDown();
      return {};
    },
  };

  constructor(options: ManagerOptions) {
    this.#options = options;
  }

  /** What one more connection is served with. */
  readonly handlers: MessageHandlers = {
    request: (method, params, context) => {
      const answer = this.#answers[method];
      if (answer === undefined) throw methodNotFound(method);
      return answer((params ?? {}) as Params, this.#client(context.peer), context);
    },
    notification: (method, params, { peer }) =>
      hearDocument(this.#client(peer), method, (params ?? {}) as Params),
  };

  join(peer: RpcPeer): void {
    this.#clients.set(peer, { peer, documents: new ReferenceDocuments() });
    void peer.closed.then(() => this.#clients.delete(peer));
  }

  #client(peer: RpcPeer): Client {
    const client = this.#clients.get(peer) ?? { peer, documents: new ReferenceDocuments() };
    this.#clients.set(peer, client);
    return client;
  }

  #addDir(params: Params) {
    const dir = text(params, 'dirPath');
    this.#dirs.add(dir);
    for (const projectDir of findProjects(dir)) {
      if (!this.#projects.has(projectDir)) this.#projects.set(projectDir, new ReferenceProject(projectDir));
    }
    const inDir = this.#sorted().filter((project) => isIn(dir, project.dir));
    const fresh = this.#selected(params, inDir).filter((project) => !project.isInitialised);
    for (const project of fresh) {
      project.initialise();
      if (params['startRunners'] !== false) project.startRunners();
      this.#announce(project);
    }
    return fresh.map(({ info }) => info);
  }

  #removeDir(dir: string) {
    this.#dirs.delete(dir);
    for (const projectDir of this.#projects.keys())
      if (isIn(dir, projectDir)) this.#projects.delete(projectDir);
    return {};
  }

  #startRunners(projects: readonly ReferenceProject[]) {
    for (const project of projects) {
      project.startRunners();
      this.#announce(project);
    }
    return {};
  }

  #schemas(params: Params) {
    const project = this.#required(params);
    const schemas = textList(params, 'actionSources').map((source) => {
      const action = project.find(source);
      if (action === undefined) return [source, null];
      const fields = project.runner(action.handlers[0]?.env ?? '').fieldsOf(action.name);
      const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
      return [source, { properties, required: [] }];
    });
    return Object.fromEntries(schemas);
  }

  async #run(params: Params, client: Client, context: RequestContext) {
    const source = text(params, 'actionSource');
    const projectDir = text(params, 'project');
    const options = optionsOf(params);
    const token = params['partialResultToken'] ?? options['partialResultToken'];
    const request = this.#request(params, client, context, ['json']);
    const projects = projectDir === '' ? this.#having(source) : [this.#required(params)];
    const sendPart = (resultByFormat: unknown) =>
      client.peer.notify('actions/partialResult', { token, value: { resultByFormat } });
    const outcomes: RunOutcome[] = [];
    const ran = await this.#withProgress(params, client, async (progress) => {
      for (const project of projects) {
        const action = requiredAction(project, source);
        const parts: unknown[] = [];
        const part = async (formats: unknown) => {
          parts.push(formats);
          await sendPart(formats);
        };
        const more = token === undefined ? { progress } : { part };
        const outcome = await runAction(project, action, { ...request, ...more });
        if (token !== undefined && parts.length === 0) await sendPart(outcome.formats);
        outcomes.push(outcome);
      }
      return mergeOutcomes(outcomes, request);
    });
    if (token !== undefined) return { returnCode: ran.returnCode };
    return { resultByFormat: ran.formats, returnCode: ran.returnCode };
  }

  async #runBatch(params: Params, client: Client, context: RequestContext) {
    const sources = textList(params, 'actionSources');
    const options = optionsOf(params);
    const dirs = optionalList(params, 'projects');
    const projects = dirs?.map((dir) => this.#required({ project: dir })) ?? [
      ...new Set(sources.flatMap((source) => this.#having(source))),
    ];
    const request = this.#request(params, client, context, ['string']);
    const token = params['partialResultToken'] ?? options['partialResultToken'];
    const runOne = async (project: ReferenceProject, progress: RunRequest['progress']) => {
      const known = sources.flatMap((source) => {
        const action = project.find(source);
        return action === undefined ? [] : [{ source, action }];
      });
      const run = async ({ source, action }: (typeof known)[number]) => {
        const { formats, returnCode } = await runAction(project, action, { ...request, progress });
        return [source, { resultByFormat: formats, returnCode }] as const;
      };
      const entries =
        options['concurrently'] === true ? await Promise.all(known.map(run)) : await inOrder(known, run);
      const value = {
        project: project.dir,
        results: Object.fromEntries(entries),
        returnCode: orOf(entries.map(([, result]) => result)),
      };
      if (token !== undefined) await client.peer.notify('actions/partialResult', { token, value });
      return value;
    };
    const done = await this.#withProgress(params, client, (progress) =>
      Promise.all(projects.map((project) => runOne(project, progress))),
    );
    const returnCode = orOf(done);
    if (token !== undefined) return { returnCode };
    return {
      results: Object.fromEntries(done.map(({ project, results }) => [project, results])),
      returnCode,
    };
  }

  /** Tells how far it is, if that was asked for, from begin to end. */
  async #withProgress<T>(
    params: Params,
    { peer }: Client,
    work: (report?: RunRequest['progress']) => Promise<T>,
  ) {
    const token = params['progressToken'];
    if (token === undefined || params['partialResultToken'] !== undefined) return await work();
    const send = (value: unknown) => peer.notify('actions/progress', { token, value });
    await send({ type: 'begin', title: 'Counting' });
    const done = await work((message, percentage) => send({ type: 'report', message, percentage }));
    await send({ type: 'end' });
    return done;
  }

  #request(
    params: Params,
    { peer }: Client,
    { signal }: RequestContext,
    usualFormats: readonly string[],
  ): RunRequest {
    const options = optionsOf(params);
    return {
      payload: (params['params'] ?? {}) as Params,
      formats: optionalList(options, 'resultFormats') ?? usualFormats,
      meta: {
        trigger: oneOf(options, 'trigger', triggers, 'unknown'),
        devEnv: oneOf(options, 'devEnv', devEnvs, 'cli'),
      },
      overrides: this.#overrides,
      signal,
      read: (file) => this.#read(file, peer),
      tellUser: (message) => this.#broadcast('server/userMessage', { message, type: 'INFO' }),
    };
  }

  #read(file: string, reader: RpcPeer): string {
    const editors = [...this.#clients.values()].filter(({ documents }) => documents.isOpen(file));
    return (editors[0] ?? this.#client(reader)).documents.read(file);
  }

  #reload(nodeId: string) {
    const [projectDir = '', source = ''] = nodeId.split('::');
    const project = this.#required({ project: projectDir });
    requiredAction(project, source);
    for (const runner of project.runners.values()) runner.reload();
    return {};
  }

  async #restart(params: Params, { peer }: Client) {
    const project = this.#required(params);
    const env = text(params, 'env');
    project.runners.delete(env);
    project.runner(env);
    this.#announce(project);
    if (params['debug'] !== true) return {};
    const debuggerPort = createServer().listen(0, '127.0.0.1').unref();
    await new Promise((resolve) => debuggerPort.once('listening', resolve));
    const { port } = Object(debuggerPort.address());
    await peer.request('ide/startDebugging', { type: 'node', request: 'attach', port });
    return {};
  }

  #announce(project: ReferenceProject): void {
    this.#broadcast('actions/treeChanged', { node: projectNode(project) });
  }

  #broadcast(method: string, params: unknown): void {
    for (const peer of this.#clients.keys()) void peer.notify(method, params);
  }

  #sorted(): readonly ReferenceProject[] {
    return [...this.#projects.values()].toSorted((a, b) => (a.dir < b.dir ? -1 : 1));
  }

  #having(source: string): readonly ReferenceProject[] {
    return this.#sorted().filter((project) => project.find(source) !== undefined);
  }

  /** Those that `projects` names, by name or directory; all without it. */
  #selected(params: Params, projects: readonly ReferenceProject[]): readonly ReferenceProject[] {
    const wanted = optionalList(params, 'projects');
    if (wanted === undefined) return projects;
    return projects.filter(({ name, dir }) => wanted.includes(name) || wanted.includes(dir));
  }

  /** The one that `project` names; all without it. */
  #filtered(params: Params): readonly ReferenceProject[] {
    return params['project'] === undefined ? this.#sorted() : [this.#required(params)];
  }

  #required(params: Params): ReferenceProject {
    const dir = text(params, 'project');
    const project = this.#projects.get(dir);
    if (project === undefined) throw invalidParams(`project: ${dir} is not in the workspace`);
    return project;
  }

  #projectOf(filePath: string): string | null {
    const holders = this.#sorted().filter(({ dir }) => isIn(dir, filePath));
    return holders.at(-1)?.dir ?? null;
  }
}

function hearDocument({ documents }: Client, method: string, params: Params): void {
  const { uri, text: given } = params;
  if (typeof uri !== 'string') return;
  if (method === 'documents/closed') documents.close(uri);
  if (method === 'documents/changed') documents.change(uri, params['contentChanges'] as readonly Change[]);
  if (method === 'documents/opened')
    documents.open(uri, typeof given === 'string' ? given : documents.read(fileURLToPath(uri)));
}

function requiredAction(project: ReferenceProject, source: string) {
  const action = project.find(source);
  if (action === undefined) throw invalidParams(`actionSource: ${source} is no action of ${project.dir}`);
  return action;
}

async function inOrder<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<readonly U[]> {
  const done: U[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

const optionsOf = (params: Params) => (params['options'] ?? {}) as Params;
