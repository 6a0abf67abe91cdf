import { mergeResults } from '@tandem/extension-api';
import { linkAbort, untilAborted } from '../concurrency/linked-abort.js';
import type {
  ActionMeta,
  OpenDocument,
  PayloadSchema,
  Runner,
  RunnerConfig,
  RunnerExit,
  RunnerHost,
  RunnerStart,
} from '../runners/runner-port.js';
import type {
  ActionCall,
  FormattedResult,
  HandlersCall,
  HandlersOutcome,
  ResultFormat,
  RunEvents,
  RunOutcome,
} from '../runs/run.js';
import { WorkspaceError } from '../workspace-error.js';
import { type MemoryRunnersOptions, StopWith } from './memory-handler.js';

type Options = { readonly signal: AbortSignal };

export class MemoryRunner implements Runner {
  readonly start: RunnerStart;
  readonly streamsEveryResult: boolean;
  readonly logFilePath = undefined;
  readonly debugAddress;
  readonly exited: Promise<RunnerExit>;
  readonly documents = new Map<string, OpenDocument>();
  readonly configs: RunnerConfig[] = [];
  readonly reloaded: string[] = [];
  logLevel: string | undefined;
  isRunning = true;
  readonly #host: RunnerHost;
  readonly #options: MemoryRunnersOptions;
  readonly #gone = linkAbort();
  readonly #exit: (exit: RunnerExit) => void;

  constructor(start: RunnerStart, host: RunnerHost, options: MemoryRunnersOptions) {
    this.start = start;
    this.streamsEveryResult = options.streamsEveryResult ?? true;
    this.debugAddress = start.debug ? { host: '127.0.0.1', port: 9229 } : undefined;
    this.#host = host;
    this.#options = options;
    const { promise, resolve } = withResolvers<RunnerExit>();
    this.exited = promise;
    this.#exit = resolve;
  }

  get config(): RunnerConfig {
    const config = this.configs.at(-1);
    if (config === undefined) throw new Error('not configured');
    return config;
  }

  /** Dies as a process does: all that is in flight fails. */
  crash(message: string): void {
    this.#end('crashed', message);
  }

  async stop(): Promise<void> {
    this.#end('stopped', 'asked to');
  }

  async configure(config: RunnerConfig): Promise<ReadonlyMap<string, ActionMeta>> {
    this.configs.push(config);
    const facts = this.#options.actions;
    return new Map(
      config.actions.flatMap(({ source }) => {
        const action = facts === undefined ? {} : facts[source];
        if (action === undefined) return [];
        const { aliases: _aliases, schema: _schema, ...meta } = action;
        return [[source, { canonicalSource: source, runsConcurrently: false, ...meta }] as const];
      }),
    );
  }

  async run(call: ActionCall, events: RunEvents, options: Options): Promise<RunOutcome> {
    const own = this.#action(call.actionName).handlers.filter(
      ({ envName }) => envName === this.start.envName,
    );
    const names = own.map(({ name }) => name);
    const outcome = await this.runHandlers(
      { ...call, handlerNames: names, previousResult: null },
      events,
      options,
    );
    if (outcome.kind === 'failed') return outcome;
    if (outcome.kind === 'streamed') return { kind: 'streamed', returnCode: outcome.returnCode };
    return { kind: outcome.kind, result: outcome.formatted, returnCode: outcome.returnCode };
  }

  async runHandlers(call: HandlersCall, events: RunEvents, options: Options): Promise<HandlersOutcome> {
    using link = linkAbort(options.signal, this.#gone.signal);
    // A real runner answers a cancelled request; a dead one fails all of them at once.
    return await untilAborted(this.#work(call, events, link.signal), link.signal);
  }

  async #work(call: HandlersCall, events: RunEvents, signal: AbortSignal): Promise<HandlersOutcome> {
    const { partial } = events;
    const isStreaming = partial !== undefined && this.streamsEveryResult;
    let current: unknown = call.previousResult ?? undefined;
    let returnCode = 0;
    let isStopped = false;
    try {
      for (const name of call.handlerNames) {
        const { source, config } = this.#handler(call.actionName, name);
        const handler = this.#options.handlers?.[source];
        if (handler === undefined) throw new Error(`handler ${source} cannot be loaded`);
        const share = async (result: unknown) => partial?.(this.#format(result, call.resultFormats));
        const result = await handler({
          runId: call.runId,
          params: call.params,
          current,
          config,
          meta: call.meta,
          projectDir: this.start.projectDir,
          envName: this.start.envName,
          host: this.#host,
          signal,
          documents: new Map([...this.documents].map(([uri, { text }]) => [uri, text])),
          partial: async (data) => {
            current = mergeResults(current, data);
            if (isStreaming) await share(data);
          },
          progress: async (event) => events.progress?.(event),
          setReturnCode: (code) => {
            returnCode |= code;
          },
        });
        if (result === undefined) continue;
        current = mergeResults(current, result);
        if (isStreaming) await share(result);
      }
    } catch (error) {
      if (!(error instanceof StopWith)) return failure(error, signal);
      current = error.result;
      isStopped = true;
      if (isStreaming) await partial(this.#format(current, call.resultFormats));
    }
    const kind = isStopped ? 'stopped' : isStreaming ? 'streamed' : 'finished';
    const formatted = kind === 'streamed' ? {} : this.#format(current, call.resultFormats);
    return { kind, result: current, formatted, returnCode };
  }

  async mergeResults(_actionName: string, results: readonly unknown[]): Promise<unknown> {
    return results.reduce((earlier, later) => mergeResults(earlier, later));
  }

  async payloadSchemas(): Promise<Readonly<Record<string, PayloadSchema | null>>> {
    const facts = this.#options.actions ?? {};
    return Object.fromEntries(
      this.config.actions.map(({ name, source }) => [name, facts[source]?.schema ?? null]),
    );
  }

  async resolveSource(source: string): Promise<string | undefined> {
    for (const [configured, { aliases = [], canonicalSource = configured }] of Object.entries(
      this.#options.actions ?? {},
    ))
      if (aliases.includes(source)) return canonicalSource;
    return undefined;
  }

  async reloadAction(actionName: string): Promise<void> {
    this.reloaded.push(actionName);
  }

  async packagePath(packageName: string): Promise<string | undefined> {
    return this.#options.packages?.[packageName];
  }

  documentOpened(document: OpenDocument): void {
    this.documents.set(document.uri, document);
  }

  documentChanged(document: OpenDocument): void {
    this.documents.set(document.uri, document);
  }

  documentClosed(uri: string): void {
    this.documents.delete(uri);
  }

  forwardLogs(level: string | undefined): void {
    this.logLevel = level;
  }

  #end(kind: RunnerExit['kind'], message: string): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.#gone.abort(new WorkspaceError('runner-exited', `The runner is gone: ${message}`));
    this.#exit({ kind, message });
  }

  #action(name: string) {
    const action = this.config.actions.find((one) => one.name === name);
    if (action === undefined) throw new Error(`action ${name} is not configured`);
    return action;
  }

  #handler(actionName: string, handlerName: string) {
    const handler = this.#action(actionName).handlers.find(
      ({ name, envName }) => name === handlerName && envName === this.start.envName,
    );
    if (handler === undefined) throw new Error(`no handler ${handlerName} in env ${this.start.envName}`);
    return handler;
  }

  #format(result: unknown, formats: readonly ResultFormat[]): FormattedResult {
    if (formats.length === 0) return {};
    if (this.#options.format !== undefined) return this.#options.format(result);
    return {
      ...(formats.includes('json') && { json: result ?? {} }),
      ...(formats.includes('string') && { string: JSON.stringify(result ?? {}) }),
    };
  }
}

function failure(error: unknown, signal: AbortSignal): HandlersOutcome {
  if (signal.aborted) throw signal.reason;
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
