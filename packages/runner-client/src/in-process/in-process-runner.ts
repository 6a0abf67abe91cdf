import {
  type Clock,
  type Environment,
  type FileSystem,
  type Log,
  type Processes,
  parseLogLevel,
} from '@tandem/platform';
import {
  type RunOutcome as CoreOutcome,
  type ExtensionLoader,
  RunnerCore,
  type RunnerCoreOptions,
  RunnerError,
  type RunRequest,
} from '@tandem/runner';
import {
  type ActionCall,
  type ActionMeta,
  type HandlersCall,
  type HandlersOutcome,
  type OpenDocument,
  type PayloadSchema,
  type RunEvents,
  type Runner,
  type RunnerConfig,
  type RunnerExit,
  type RunnerHost,
  type RunnerStart,
  type RunOutcome,
  WorkspaceError,
} from '@tandem/workspace';
import { describeStop } from '../failures.js';
import { coreConfig } from './core-config.js';
import { coreHost } from './core-host.js';
import { formattedResult, handlersOutcome, progressEvent, runOutcome } from './core-outcome.js';
import { createForwardingLog, type ForwardingLog } from './forwarding-log.js';

export interface InProcessRunnerOptions {
  readonly start: RunnerStart;
  readonly host: RunnerHost;
  /** Where the built-in handlers come from, such as `createStaticLoader`. */
  readonly loader: ExtensionLoader;
  readonly knownActions?: NonNullable<RunnerCoreOptions['knownActions']>;
  readonly fileSystem: FileSystem;
  readonly processes: Processes;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
}

/** The runner's core in this process, for handlers that are part of the program and need no isolation. */
export function createInProcessRunner(options: InProcessRunnerOptions): Runner {
  return new InProcessRunner(options);
}

class InProcessRunner implements Runner {
  readonly streamsEveryResult = true;
  readonly logFilePath = undefined;
  readonly debugAddress = undefined;
  readonly exited: Promise<RunnerExit>;
  readonly #start: RunnerStart;
  readonly #core: RunnerCore;
  readonly #log: ForwardingLog;
  #settleExited: (exit: RunnerExit) => void = () => {};
  #stopping: Promise<void> | undefined;

  constructor({ start, host, clock, log, ...parts }: InProcessRunnerOptions) {
    this.#start = start;
    this.#log = createForwardingLog(log, host, clock);
    this.#core = new RunnerCore({
      ...parts,
      envName: start.envName,
      host: coreHost(host),
      log: this.#log.log,
    });
    this.exited = new Promise((resolve) => {
      this.#settleExited = resolve;
    });
  }

  async configure(
    config: RunnerConfig,
    { signal }: { signal: AbortSignal },
  ): Promise<ReadonlyMap<string, ActionMeta>> {
    this.#refuseAfterStop();
    signal.throwIfAborted();
    await this.#inOurWords(this.#core.updateConfig(coreConfig(this.#start, config)));
    const facts = await this.#core.actionFacts();
    return new Map(
      facts.map(({ configSource, canonicalSource, runsConcurrently, scope, parentSource, language }) => [
        configSource,
        {
          canonicalSource,
          runsConcurrently,
          scope,
          ...(parentSource !== undefined && { parentActionSource: parentSource }),
          ...(language !== undefined && { language }),
        },
      ]),
    );
  }

  async run(call: ActionCall, events: RunEvents, options: { signal: AbortSignal }): Promise<RunOutcome> {
    return runOutcome(
      await this.#run(call, events, options, (request) => this.#core.run(call.actionName, request)),
    );
  }

  async runHandlers(
    call: HandlersCall,
    events: RunEvents,
    options: { signal: AbortSignal },
  ): Promise<HandlersOutcome> {
    const { actionName, handlerNames, previousResult } = call;
    return handlersOutcome(
      await this.#run(call, events, options, (request) =>
        this.#core.runHandlers(actionName, handlerNames, previousResult, request),
      ),
    );
  }

  async mergeResults(actionName: string, results: readonly unknown[]): Promise<unknown> {
    this.#refuseAfterStop();
    const outcome = await this.#core.mergeResults(actionName, results);
    if (outcome.kind === 'merged') return outcome.result;
    throw new WorkspaceError('run-failed', outcome.message);
  }

  payloadSchemas(): Promise<Readonly<Record<string, PayloadSchema | null>>> {
    return this.#core.payloadSchemas();
  }

  async resolveSource(source: string): Promise<string | undefined> {
    try {
      return await this.#core.resolveSource(source);
    } catch (error) {
      if (error instanceof RunnerError) return undefined;
      throw error;
    }
  }

  reloadAction(actionName: string): Promise<void> {
    return this.#inOurWords(this.#core.reload(actionName));
  }

  /** What is part of the program is no package. */
  async packagePath(): Promise<undefined> {}

  documentOpened(document: OpenDocument): void {
    this.#core.documents.open(document);
  }

  documentChanged({ uri, version, text }: OpenDocument): void {
    this.#core.documents.change(uri, version, [{ text }]);
  }

  documentClosed(uri: string): void {
    this.#core.documents.close(uri);
  }

  forwardLogs(level: string | undefined): void {
    this.#log.forward(level === undefined ? undefined : (parseLogLevel(level) ?? 'info'));
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#core[Symbol.asyncDispose]().then(() =>
      this.#settleExited({ kind: 'stopped', message: describeStop(this.#start) }),
    );
    return this.#stopping;
  }

  async #run(
    { runId, params, meta, resultFormats }: ActionCall,
    events: RunEvents,
    { signal }: { signal: AbortSignal },
    run: (request: RunRequest) => Promise<CoreOutcome>,
  ): Promise<Exclude<CoreOutcome, { readonly kind: 'cancelled' }>> {
    this.#refuseAfterStop();
    signal.throwIfAborted();
    let lastProgress: Promise<void> = Promise.resolve();
    const outcome = await run({
      params,
      meta: { runId, ...meta },
      resultFormats,
      signal,
      onPartial: events.partial && (async (part) => events.partial?.(formattedResult(part.resultByFormat))),
      onProgress: (event) => {
        lastProgress = lastProgress.then(() => events.progress?.(progressEvent(event)));
        // The run is told when it ends; until then nobody waits for it.
        lastProgress.catch(() => {});
      },
    });
    if (outcome.kind === 'cancelled') {
      signal.throwIfAborted();
      throw this.#stopped();
    }
    await lastProgress;
    return outcome;
  }

  async #inOurWords(change: Promise<void>): Promise<void> {
    try {
      await change;
    } catch (error) {
      if (!(error instanceof RunnerError)) throw error;
      throw new WorkspaceError('runner-failed', error.message, { cause: error });
    }
  }

  #refuseAfterStop(): void {
    if (this.#stopping !== undefined) throw this.#stopped();
  }

  #stopped(): WorkspaceError {
    return new WorkspaceError('runner-exited', describeStop(this.#start));
  }
}
