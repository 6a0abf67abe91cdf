import {
  dialectForManager,
  type ErDialect,
  type ErRunParams,
  type erContract,
  type Handlers,
  type LogLevel as WireLogLevel,
} from '@tandem/contracts';
import { parseLogLevel } from '@tandem/platform';
import type { RequestContext } from '@tandem/wire';
import type { RunRequest } from '../core/execute-run.js';
import type { RunnerCore } from '../core/runner-core.js';
import { toRunMeta, toRunnerConfig } from './from-wire.js';
import type { LogRouter } from './log-router.js';
import {
  actionMetaTable,
  runAnswer,
  runHandlersAnswer,
  serialized,
  wirePayloadSchema,
  wireProgress,
} from './to-wire.js';

type Token = string | number;

/** What the messages of one connection act on. */
export interface RunnerConnection {
  readonly core: RunnerCore;
  readonly logs: LogRouter;
  readonly logFilePath: string | undefined;
  dialect: ErDialect;
  hasShutDown: boolean;
  /** Resolves when the Workspace Manager can take more. */
  sendPartial(token: Token, value: string): Promise<void>;
  tellProgress(token: Token, value: string): void;
  forwardLogs(level: WireLogLevel | undefined): void;
  findPackage(packageName: string): Promise<string>;
  /** Ends the connection, and with it the process. */
  end(): void;
}

export function runnerHandlers(connection: RunnerConnection): Handlers<typeof erContract, 'toServer'> {
  const { core, logs } = connection;
  const requestOf = (
    params: Pick<ErRunParams, 'params' | 'options'>,
    { signal }: RequestContext,
  ): RunRequest => {
    const { partialResultToken, progressToken, resultFormats } = params.options;
    return {
      params: params.params,
      meta: toRunMeta(params.options),
      resultFormats,
      signal,
      onPartial:
        partialResultToken === undefined
          ? undefined
          : ({ resultByFormat }) =>
              connection.sendPartial(partialResultToken, connection.dialect.partialValue(resultByFormat)),
      onProgress:
        progressToken === undefined
          ? undefined
          : (event) => connection.tellProgress(progressToken, JSON.stringify(wireProgress(event))),
    };
  };

  return {
    initialize(params) {
      connection.dialect = dialectForManager(params);
      const agreement =
        connection.dialect.name === 'tandem' ? { experimental: { tandem: { oneSpelling: true } } } : {};
      return {
        // 2: incremental changes, in UTF-16 as LSP has it unless something else is agreed.
        capabilities: { textDocumentSync: 2, ...agreement },
        serverInfo: { name: 'tandem-node-runner' },
      };
    },
    initialized() {},
    async shutdown() {
      connection.hasShutDown = true;
      await core[Symbol.asyncDispose]();
      return null;
    },
    exit: () => connection.end(),

    'finecodeRunner/updateConfig': async (params) => {
      const level = parseLogLevel(params.config.logging?.defaultLevel ?? '');
      if (level !== undefined) logs.setLevel(level);
      await core.updateConfig(toRunnerConfig(params));
      return {};
    },
    'finecodeRunner/getInfo': () => ({ logFilePath: connection.logFilePath ?? null }),
    'finecodeRunner/resolveActionMeta': async () =>
      connection.dialect.actionMeta(actionMetaTable(await core.actionFacts())),
    'finecodeRunner/updateLogging': ({ forward, forwardLevel }) => {
      connection.forwardLogs(forward ? forwardLevel : undefined);
      return {};
    },
    'packages/resolvePath': async ({ packageName }) => ({
      packagePath: await connection.findPackage(packageName),
    }),

    'actions/run': async (params, context) =>
      runAnswer(await core.run(params.actionName, requestOf(params, context)), connection.dialect),
    'actions/runHandlers': async (params, context) => {
      const { actionName, handlerNames, previousResult } = params;
      return runHandlersAnswer(
        await core.runHandlers(actionName, handlerNames, previousResult, requestOf(params, context)),
      );
    },
    'actions/mergeResults': async ({ actionName, results }) => {
      const outcome = await core.mergeResults(actionName, results);
      return outcome.kind === 'merged' ? { merged: serialized(outcome.result) } : { error: outcome.message };
    },
    'actions/getPayloadSchemas': async () => {
      const schemas = Object.entries(await core.payloadSchemas());
      return Object.fromEntries(schemas.map(([name, schema]) => [name, schema && wirePayloadSchema(schema)]));
    },
    'actions/reload': async ({ actionName }) => {
      await core.reload(actionName);
      return {};
    },
    'actions/resolveSource': async ({ source }) => ({ canonicalSource: await core.resolveSource(source) }),

    'textDocument/didOpen': ({ textDocument: { uri, version, text } }) =>
      core.documents.open({ uri, version, text }),
    'textDocument/didChange': ({ textDocument: { uri, version }, contentChanges }) => {
      if (!core.documents.change(uri, version, contentChanges)) {
        logs.log.warn(
          `A change to version ${version} of ${uri} was left out: the document is not open, or newer`,
        );
      }
    },
    'textDocument/didClose': ({ textDocument: { uri } }) => core.documents.close(uri),
    // Nested runs are answered as a whole, so there are no parts for this side to receive.
    '$/progress'() {},
  };
}
