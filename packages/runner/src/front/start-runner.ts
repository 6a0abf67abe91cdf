import type { Duplex, Readable, Writable } from 'node:stream';
import { connectServer, erContract, erDialects, serve } from '@tandem/contracts';
import { createFileSystem, type Environment, type Processes } from '@tandem/platform';
import { createPeer, type MessageHandlers } from '@tandem/wire';
import { RunnerCore } from '../core/runner-core.js';
import { findPackage } from '../loading/find-package.js';
import { createModuleLoader } from '../loading/module-loader.js';
import { forwardTo } from './forward-logs.js';
import type { LogRouter } from './log-router.js';
import { type RunnerConnection, runnerHandlers } from './runner-handlers.js';
import { createTellManager } from './tell-manager.js';
import { withWireErrors } from './wire-errors.js';
import { createWireHost } from './wire-host.js';

export interface RunnerOptions {
  readonly projectPath: string;
  readonly envName: string;
  readonly nodeModulesDirs: readonly string[];
  readonly transport: Duplex | { readonly readable: Readable; readonly writable: Writable };
  readonly processes: Processes;
  readonly environment: Environment;
  readonly logs: LogRouter;
  readonly logFilePath?: string | undefined;
}

export interface StartedRunner {
  /** Settles when the connection is over and the runner's services have stopped; false when it ended without `shutdown`. */
  readonly ended: Promise<{ readonly wasShutDown: boolean }>;
}

const contentType = 'application/vscode-jsonrpc; charset=utf-8';

/** Serves one Workspace Manager over a stream, from now until either side ends it. */
export function startRunner(options: RunnerOptions): StartedRunner {
  const { envName, projectPath, nodeModulesDirs, logs, processes, environment, logFilePath } = options;
  // Messages come in a later turn of the event loop, when all that they touch is in place.
  const messages: MessageHandlers = {
    request: (method, params, context) => served.request(method, params, context),
    notification: (method, params, context) => served.notification(method, params, context),
  };
  const peer = createPeer(options.transport, messages, {
    contentType,
    onProtocolError: (problem) => logs.log.warn(`The Workspace Manager broke the protocol: ${problem}`),
    onHandlerError: (error, method) => logs.log.error(`"${method}" failed`, { error }),
  });
  const sendsOtherSpellings = (): boolean => connection.dialect.sendsOtherSpellings;
  const manager = connectServer(erContract, peer, { sendsOtherSpellings });
  const tell = createTellManager(manager, logs.log);
  const fileSystem = createFileSystem();
  const core = new RunnerCore({
    envName,
    nodeModulesDirs,
    host: createWireHost(manager, { tell, isOurs: () => connection.dialect.name === 'tandem' }),
    loader: createModuleLoader(),
    fileSystem,
    processes,
    environment,
    log: logs.log,
  });
  const connection: RunnerConnection = {
    core,
    logs,
    logFilePath,
    dialect: erDialects.contract,
    hasShutDown: false,
    sendPartial: (token, value) => manager.notify('$/progress', { token, value }),
    tellProgress: (token, value) => tell('$/progress', { token, value }),
    forwardLogs: (level) => forwardTo(logs, level, (records) => tell('er/logRecords', { records })),
    findPackage: (packageName) =>
      findPackage(packageName, { projectDir: projectPath, nodeModulesDirs }, fileSystem),
    end: () => void peer.close('the Workspace Manager sent exit'),
  };
  const served = withWireErrors(
    serve(erContract, 'toServer', runnerHandlers(connection), {
      sendsOtherSpellings,
      onInvalidNotification: (method, problems) =>
        logs.log.warn(`"${method}" was ignored, it is not valid`, { problems }),
    }),
  );

  const ended = peer.closed.then(async () => {
    logs.forward(undefined);
    await core[Symbol.asyncDispose]();
    return { wasShutDown: connection.hasShutDown };
  });
  return { ended };
}
