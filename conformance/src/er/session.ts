import { CheckFailure } from '../check.js';
import type { Answer, JsonRpcFacts, SampleRequest } from '../json-rpc/adapter.js';
import { JsonRpcSession, requestMessage } from '../json-rpc/session.js';
import { show } from '../session/transcript.js';
import { expectEmptyObject, type Fields } from './expect.js';
import type { Probe, ProbePart, ProbeSource } from './probe/probe.js';

export interface ErFacts extends JsonRpcFacts {
  readonly probe: Probe | undefined;
}

/** A handler of the probe, as a check configures it; by default its name is that of its source. */
export interface HandlerUse {
  readonly source: ProbeSource;
  readonly name?: string;
  readonly env?: string;
  readonly config?: Fields;
}

export interface ActionUse {
  readonly name: string;
  readonly source?: ProbeSource;
  readonly handlers: readonly (ProbeSource | HandlerUse)[];
}

/** The name under which checks configure the probe's action. */
export const noteAction = 'note';

export const usualMeta = { trigger: 'user', devEnv: 'cli', orchestrationDepth: 0 } as const;

/** A conversation with an extension runner: the kit is the Workspace Manager of a project that it knows. */
export class ErSession extends JsonRpcSession<ErFacts> {
  get probeProject(): Probe {
    const { probe } = this.facts;
    if (probe === undefined) throw new Error('this check needs a probe project');
    return probe;
  }

  /** A part of the probe that the check said it needs. */
  part<P extends Exclude<ProbePart, ProbeSource>>(name: P): NonNullable<Probe[P]> {
    const part = this.probeProject[name];
    if (part === undefined) throw new Error(`this check needs "${name}" of the probe project`);
    return part;
  }

  source(name: ProbeSource): string {
    const source = this.probeProject.sources[name];
    if (source === undefined) throw new Error(`this check needs the source "${name}" of the probe project`);
    return source;
  }

  /** Gives the probe's action these handlers, and nothing else to the runner. */
  async useHandlers(...handlers: readonly (ProbeSource | HandlerUse)[]): Promise<void> {
    await this.useActions([{ name: noteAction, handlers }]);
  }

  async useActions(actions: readonly ActionUse[], more: Fields = {}): Promise<void> {
    expectEmptyObject(await this.updateConfig({ actions: actions.map((use) => this.#action(use)), ...more }));
  }

  /** The probe's service, as `config.services` declares it. */
  declaredService(word: string): Fields {
    return { ...this.part('service'), env: this.probeProject.envName, dependencies: [], config: { word } };
  }

  async updateConfig(config: Fields): Promise<Answer> {
    const { projectDir, projectDefPath } = this.probeProject;
    const params = {
      workingDir: projectDir,
      projectName: 'probe',
      projectDefPath,
      config: { actions: [], action_handler_configs: {}, ...config },
    };
    return await this.call({ method: 'finecodeRunner/updateConfig', params });
  }

  /** Runs the probe's action; options are as a Workspace Manager usually sends them, with these changes. */
  async run(payload: Fields = {}, options: Fields = {}, actionName = noteAction): Promise<Answer> {
    return await this.call({ method: 'actions/run', params: { ...runParams(payload, options), actionName } });
  }

  /** The same without waiting for the answer. */
  startRun(id: unknown, payload: Fields, options: Fields): void {
    this.send(requestMessage(id, { method: 'actions/run', params: runParams(payload, options) }));
  }

  startHandlers(id: unknown, handlerNames: readonly string[], segment: Segment = {}): void {
    this.send(requestMessage(id, handlersRequest(handlerNames, segment)));
  }

  /** Runs a segment; no formats are asked for unless the options say so. */
  async runHandlers(handlerNames: readonly string[], segment: Segment = {}): Promise<Answer> {
    return await this.call(handlersRequest(handlerNames, segment));
  }

  /** Params of the messages with this method that the target sent so far. */
  paramsOf(method: string): readonly Fields[] {
    return this.heard
      .filter((message) => message.method === method)
      .map(({ params }) => fieldsOf(method, params));
  }

  /** Params of the one message with this method. */
  onlyParamsOf(method: string): Fields {
    const [first, ...others] = this.paramsOf(method);
    if (first === undefined)
      throw new CheckFailure(`expected ${method} from the target, but it did not send it`);
    if (others.length > 0)
      throw new CheckFailure(`expected ${method} once, but it came ${others.length + 1} times`);
    return first;
  }

  #action({ name, source = 'note', handlers }: ActionUse): Fields {
    return {
      name,
      source: this.source(source),
      handlers: handlers.map((use) => this.#handler(typeof use === 'string' ? { source: use } : use)),
      config: {},
    };
  }

  #handler({ source, name = source, env = this.probeProject.envName, config = {} }: HandlerUse): Fields {
    return { name, source: this.source(source), env, config, dependencies: [] };
  }
}

interface Segment {
  readonly previousResult?: unknown;
  readonly payload?: Fields;
  readonly options?: Fields;
}

export function runParams(payload: Fields, options: Fields): Fields {
  return {
    actionName: noteAction,
    params: { text: 'hello', ...payload },
    options: { meta: usualMeta, resultFormats: ['json'], walRunId: 'conformance', ...options },
  };
}

function handlersRequest(
  handlerNames: readonly string[],
  { previousResult = null, payload = {}, options = {} }: Segment,
): SampleRequest {
  const params = { ...runParams(payload, { resultFormats: [], ...options }), handlerNames, previousResult };
  return { method: 'actions/runHandlers', params };
}

function fieldsOf(method: string, params: unknown): Fields {
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) return { ...params };
  throw new CheckFailure(`expected params of ${method} to be an object, got ${show(params)}`);
}
