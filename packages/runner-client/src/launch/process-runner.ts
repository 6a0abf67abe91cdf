import {
  ContractError,
  dialectForRunner,
  type erContract,
  type ParamsIn,
  type ResultOut,
} from '@tandem/contracts';
import type { Clock, Deadline, Log, ManagedProcess } from '@tandem/platform';
import { RpcError, RpcErrorCode } from '@tandem/wire';
import {
  type ActionCall,
  type ActionMeta,
  type DebugAddress,
  type HandlersCall,
  type HandlersOutcome,
  type OpenDocument,
  type PayloadSchema,
  type RunEvents,
  type Runner,
  type RunnerConfig,
  type RunnerExit,
  type RunnerStart,
  type RunOutcome,
  WorkspaceError,
} from '@tandem/workspace';
import { describeCrash, describeStop, exitText, protocolViolated, runnerLabel } from '../failures.js';
import { untilAborted, within } from '../waiting.js';
import type { RunnerConnection } from '../wire/connection.js';
import {
  type Asked,
  actionMetaBySource,
  BrokenAnswer,
  handlersOutcome,
  payloadSchemas,
  runOutcome,
} from '../wire/from-wire.js';
import {
  runHandlersParams,
  runParams,
  type StreamTokens,
  updateConfigParams,
  wireLogLevel,
} from '../wire/to-wire.js';
import { CancelWatch } from './cancel-watch.js';
import type { ListenedConnection } from './connect-runner.js';
import { checkLife } from './life-check.js';

type Er = typeof erContract;
type RunnerMethod = Parameters<RunnerConnection['runner']['request']>[0];
type RunnerNotice = Parameters<RunnerConnection['runner']['notify']>[0];

export interface ProcessRunnerOptions {
  readonly start: RunnerStart;
  readonly process: ManagedProcess;
  readonly connection: ListenedConnection;
  readonly clock: Clock;
  readonly log: Log;
  readonly logFilePath: string | undefined;
  readonly debugAddress: DebugAddress | undefined;
  /** How long it may take to end when asked to. */
  readonly stopGraceMs: number;
  /** How long it may be silent after a call was cancelled. */
  readonly cancelGraceMs: number;
  lastOutput(): string;
}

/** How long a request may take that no user code should delay for longer. */
const controlTimeoutMs = 60_000;
/** Time for the exit and the last words of a runner to arrive once its connection is gone, and the other way round. */
const settleMs = 500;
/** How long a runner may be silent when it is asked to stop: who waits for that has often pressed Ctrl-C. */
const silentStopMs = 1_000;

/** A runner in a process of its own. */
export class ProcessRunner implements Runner {
  readonly streamsEveryResult: boolean;
  readonly logFilePath: string | undefined;
  readonly debugAddress: DebugAddress | undefined;
  readonly exited: Promise<RunnerExit>;
  readonly #options: ProcessRunnerOptions;
  readonly #connection: ListenedConnection;
  readonly #cancelWatch: CancelWatch;
  #stopping: Promise<void> | undefined;
  #isGivenUp = false;
  #noteLoss: (why: string) => void = () => {};

  constructor(options: ProcessRunnerOptions) {
    this.#options = options;
    this.#connection = options.connection;
    // Others answer with the whole result when no handler made a part, and then there is no share to add up.
    this.streamsEveryResult = options.connection.dialect.name === 'tandem';
    this.logFilePath = options.logFilePath;
    this.debugAddress = options.debugAddress;
    this.exited = this.#untilExit();
    this.#cancelWatch = new CancelWatch({
      checkLife: () => this.#checkLife(options.cancelGraceMs),
      onBlocked: () => this.#giveUp(),
    });
  }

  async configure(
    config: RunnerConfig,
    options: { signal: AbortSignal },
  ): Promise<ReadonlyMap<string, ActionMeta>> {
    const { start } = this.#options;
    await this.#control('finecodeRunner/updateConfig', updateConfigParams(start, config), options);
    const answer = await this.#control('finecodeRunner/resolveActionMeta', {}, options);
    if (this.#connection.dialect.name === 'contract')
      this.#connection.dialect = dialectForRunner({ capabilities: {} }, answer);
    return actionMetaBySource(answer);
  }

  run(call: ActionCall, events: RunEvents, options: { signal: AbortSignal }): Promise<RunOutcome> {
    return this.#streamed(call, events, options, async (tokens, signal) => {
      const answer = await this.#ask('actions/run', runParams(call, tokens), { signal });
      return runOutcome(answer, askedBy(call, events));
    });
  }

  runHandlers(
    call: HandlersCall,
    events: RunEvents,
    options: { signal: AbortSignal },
  ): Promise<HandlersOutcome> {
    return this.#streamed(call, events, options, async (tokens, signal) => {
      const answer = await this.#ask('actions/runHandlers', runHandlersParams(call, tokens), { signal });
      return handlersOutcome(answer, askedBy(call, events));
    });
  }

  async mergeResults(actionName: string, results: readonly unknown[]): Promise<unknown> {
    const params = { actionName, results: results as Record<string, unknown>[] };
    const answer = await this.#control('actions/mergeResults', params);
    if (!('error' in answer)) return answer.merged;
    throw new WorkspaceError(
      'run-failed',
      `The results of "${actionName}" cannot be merged: ${answer.error}`,
    );
  }

  async payloadSchemas(): Promise<Readonly<Record<string, PayloadSchema | null>>> {
    return payloadSchemas(await this.#control('actions/getPayloadSchemas', {}));
  }

  async resolveSource(source: string): Promise<string | undefined> {
    const answer = await this.#unlessRefused('actions/resolveSource', { source });
    return answer?.canonicalSource;
  }

  async reloadAction(actionName: string): Promise<void> {
    await this.#control('actions/reload', { actionName });
  }

  async packagePath(packageName: string): Promise<string | undefined> {
    const answer = await this.#unlessRefused('packages/resolvePath', { packageName });
    return answer?.packagePath;
  }

  documentOpened({ uri, version, text }: OpenDocument): void {
    const textDocument = { uri, languageId: '', version, text };
    this.#tell('textDocument/didOpen', { textDocument });
  }

  documentChanged({ uri, version, text }: OpenDocument): void {
    const params = { textDocument: { uri, version }, contentChanges: [{ text }] };
    this.#tell('textDocument/didChange', params);
  }

  documentClosed(uri: string): void {
    this.#tell('textDocument/didClose', { textDocument: { uri } });
  }

  forwardLogs(level: string | undefined): void {
    const params =
      level === undefined ? { forward: false } : { forward: true, forwardLevel: wireLogLevel(level) };
    void this.#unlessRefused('finecodeRunner/updateLogging', params).catch((error: unknown) =>
      this.#options.log.debug('the runner was not told about its logs', { error }),
    );
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { process, clock, stopGraceMs, log } = this.#options;
    using deadline = clock.deadline(stopGraceMs);
    const life = this.#checkLife(Math.min(silentStopMs, stopGraceMs));
    const orderly = this.#shutDown(deadline).catch((error: unknown) =>
      log.debug('the runner did not shut down when asked to', { error }),
    );
    if ((await Promise.race([orderly, life])) === 'alive') await orderly;
    await process.kill({ graceMs: 0 });
    await this.exited;
  }

  async #shutDown(deadline: Deadline): Promise<void> {
    const { process, clock } = this.#options;
    const { runner } = this.#connection;
    await runner.request('shutdown', {}, { signal: deadline.signal });
    await runner.notify('exit', {});
    await within(clock, deadline.remainingMs(), process.exited);
  }

  #checkLife(silenceMs: number): Promise<'alive' | 'silent'> {
    const { incoming, runner } = this.#connection;
    const ask = () => runner.request('finecodeRunner/getInfo', {});
    return checkLife(silenceMs, { incoming, clock: this.#options.clock, ask });
  }

  #giveUp(): void {
    if (this.#stopping !== undefined) return;
    this.#isGivenUp = true;
    void this.#options.process.kill({ graceMs: 0 });
  }

  /** Whoever closes a document need not know that the runner has just died. */
  #tell<N extends RunnerNotice>(method: N, params: ParamsIn<Er, N>): void {
    this.#connection.runner
      .notify(method, params)
      .catch((error: unknown) => this.#options.log.debug(`the runner was not told "${method}"`, { error }));
  }

  /** Runs with an ear for what the runner sends meanwhile; all of it is delivered before the outcome is known. */
  async #streamed<Outcome extends RunOutcome | HandlersOutcome>(
    call: ActionCall,
    events: RunEvents,
    { signal }: { signal: AbortSignal },
    ask: (tokens: StreamTokens, signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'failed'; readonly message: string }> {
    using stream = this.#connection.streams.open(events);
    const isHeard = stream.tokens.partial !== undefined || stream.tokens.progress !== undefined;
    const stops = isHeard ? AbortSignal.any([signal, stream.queue.failed]) : signal;
    try {
      const outcome = await ask(stream.tokens, stops);
      await untilAborted(stream.queue.delivered(), stops);
      return outcome;
    } catch (error) {
      stops.throwIfAborted();
      if (error instanceof BrokenAnswer) throw protocolViolated(this.#options.start, error.message, error);
      if (!(error instanceof RpcError)) throw error;
      // A runner that shuts down cancels what it runs.
      if (this.#stopping !== undefined)
        throw new WorkspaceError('runner-exited', describeStop(this.#options.start), { cause: error });
      // The runner is well and says no: that is how this run ended.
      return { kind: 'failed', message: `${call.actionName}: ${error.message}` };
    }
  }

  /** A request that the runner has no reason to refuse. */
  async #control<N extends RunnerMethod>(
    method: N,
    params: ParamsIn<Er, N>,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<ResultOut<Er, N>> {
    try {
      const limit = options.signal === undefined ? { timeoutMs: controlTimeoutMs } : options;
      return await this.#ask(method, params, limit);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw new WorkspaceError(
        'runner-failed',
        `"${method}" failed in ${runnerLabel(this.#options.start)}: ${error.message}`,
        { cause: error },
      );
    }
  }

  async #unlessRefused<N extends RunnerMethod>(
    method: N,
    params: ParamsIn<Er, N>,
  ): Promise<ResultOut<Er, N> | undefined> {
    try {
      return await this.#ask(method, params, { timeoutMs: controlTimeoutMs });
    } catch (error) {
      if (error instanceof RpcError && error.code !== RpcErrorCode.timedOut) return undefined;
      throw error;
    }
  }

  async #ask<N extends RunnerMethod>(
    method: N,
    params: ParamsIn<Er, N>,
    options: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ): Promise<ResultOut<Er, N>> {
    try {
      return await this.#connection.runner.request(method, params, options);
    } catch (error) {
      const isTimedOut = error instanceof RpcError && error.code === RpcErrorCode.timedOut;
      // At a breakpoint a runner is as silent as a blocked one.
      if ((isTimedOut || options.signal?.aborted) && !this.#options.start.debug)
        this.#cancelWatch.cancelled();
      options.signal?.throwIfAborted();
      if (error instanceof ContractError) throw protocolViolated(this.#options.start, error.message, error);
      if (!(error instanceof RpcError) || error.code !== RpcErrorCode.connectionClosed) throw error;
      this.#noteLoss(error.message);
      throw await this.#gone(method, error);
    }
  }

  async #gone(method: string, cause: RpcError): Promise<WorkspaceError> {
    const { kind, message } = await this.exited;
    const why = kind === 'crashed' ? message : `${message} It did not answer "${method}" before.`;
    return new WorkspaceError('runner-exited', why, { cause });
  }

  async #untilExit(): Promise<RunnerExit> {
    const { process, clock, start } = this.#options;
    const { peer } = this.#connection;
    // A peer is closed only when all is flushed, which a runner that hangs can delay; its calls know at once.
    const lost = new Promise<string>((resolve) => {
      this.#noteLoss = resolve;
      void peer.closed.then(({ message }) => resolve(message));
    });
    await Promise.race([process.exited, lost]);
    // The two come in any order; each gets a moment, for the true exit code and for the last answers.
    await within(clock, settleMs, Promise.all([process.exited, lost]));
    const exit = await within(clock, 0, process.exited);
    void peer.close('the runner is gone');
    await process.kill({ graceMs: 0 });
    if (this.#stopping !== undefined) return { kind: 'stopped', message: describeStop(start) };
    const why = this.#isGivenUp
      ? 'a handler kept it busy and did not stop when cancelled, so it was killed'
      : exit === undefined
        ? `its connection was lost (${await lost})`
        : exitText(exit);
    const words = { output: this.#options.lastOutput(), logFilePath: this.logFilePath };
    return { kind: 'crashed', message: describeCrash(start, why, words) };
  }
}

function askedBy(call: ActionCall, events: RunEvents): Asked {
  return {
    actionName: call.actionName,
    wantsFormats: call.resultFormats.length > 0,
    wantsPartials: events.partial !== undefined,
  };
}
