import {
  type Caller,
  connectClient,
  decode,
  type ErDialect,
  erContract,
  erDialects,
  serveSome,
} from '@tandem/contracts';
import type { Clock, Log, OperatingSystem } from '@tandem/platform';
import { createPeer, type RpcPeer, type StreamPair } from '@tandem/wire';
import type { RunnerHost } from '@tandem/workspace';
import { isJsonObject } from '../json.js';
import { EventStreams } from './event-streams.js';
import { hostRequests } from './host-requests.js';
import { ReadGate } from './read-gate.js';

export interface ConnectionOptions {
  readonly host: RunnerHost;
  readonly os: OperatingSystem;
  readonly clock: Clock;
  readonly log: Log;
  newToken(): string;
}

/** An open wire to a runner, whatever it runs over. */
export interface RunnerConnection {
  readonly peer: RpcPeer;
  readonly runner: Caller<typeof erContract, 'toServer'>;
  readonly streams: EventStreams;
  /** The contract's until the runner has shown that it speaks another. */
  dialect: ErDialect;
}

const contentType = 'application/vscode-jsonrpc; charset=utf-8';
const maxUnsentBytes = 256 * 1024 * 1024;

export function openConnection(transport: StreamPair, options: ConnectionOptions): RunnerConnection {
  const { host, os, clock, log, newToken } = options;
  const streams = new EventStreams({ gate: new ReadGate(transport.readable), clock, log, newToken });
  const sendsOtherSpellings = (): boolean => connection.dialect.sendsOtherSpellings;
  const requests = serveSome(
    erContract,
    'toClient',
    hostRequests({
      host,
      os,
      dialect: () => connection.dialect,
      sendProgress: (token, value) => connection.runner.notify('$/progress', { token, value }),
    }),
    { sendsOtherSpellings },
  );
  const notices = noticeReader(streams, host, log);
  const peer = createPeer(
    transport,
    { request: requests.request, notification: notices },
    {
      contentType,
      // Notifications wait for nothing here, neither for each other nor for room: see `EventStreams.receive`.
      limits: { maxUnsentBytes, pauseAtBytes: maxUnsentBytes },
      onProtocolError: (problem) => log.warn(`the runner broke the protocol: ${problem}`),
      onHandlerError: (error, method) => log.error(`"${method}" of the runner failed here`, { error }),
    },
  );
  const connection: RunnerConnection = {
    peer,
    runner: connectClient(erContract, peer, { sendsOtherSpellings }),
    streams,
    dialect: erDialects.contract,
  };
  return connection;
}

const { methods } = erContract;

/** Takes notifications at once, so that an answer can never overtake what was sent before it. */
function noticeReader(streams: EventStreams, host: RunnerHost, log: Log) {
  return (method: string, params: unknown): void => {
    const left = (problems: unknown): void =>
      log.warn(`"${method}" of the runner is not valid`, { problems });
    switch (method) {
      case '$/progress': {
        // The value is left to `streamedValue`: a bare result may be anything, also what looks like a broken envelope.
        const { token, value } = isJsonObject(params) ? params : {};
        if (typeof token === 'string' || typeof token === 'number') streams.receive(token, value);
        else left('it has no token');
        return;
      }
      case 'er/logRecords': {
        const read = decode(methods['er/logRecords'].params, params);
        if (read.kind === 'invalid') left(read.problems);
        else
          for (const { timestamp, level, group, message } of read.value.records)
            host.logRecord({ level, group, message, timeMs: Math.round(timestamp * 1000) });
        return;
      }
      case 'er/userMessage': {
        const read = decode(methods['er/userMessage'].params, params);
        if (read.kind === 'invalid') left(read.problems);
        else tellUser(read.value, host, log);
        return;
      }
      default:
        log.debug(`"${method}" of the runner is not known here`);
    }
  };
}

function tellUser(
  {
    message,
    type,
  }: { readonly message: string; readonly type: 'INFO' | 'WARNING' | 'ERROR' | 'LOG' | 'DEBUG' },
  host: RunnerHost,
  log: Log,
): void {
  switch (type) {
    case 'INFO':
      host.userMessage(message, 'info');
      return;
    case 'WARNING':
      host.userMessage(message, 'warning');
      return;
    case 'ERROR':
      host.userMessage(message, 'error');
      return;
    case 'LOG':
    case 'DEBUG':
      log.debug(message);
  }
}
