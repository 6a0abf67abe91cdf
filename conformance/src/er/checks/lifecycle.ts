import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { CheckFailure } from '../../check.js';
import { isObject } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import type { ErCheck } from '../check.js';
import { expectCommandError, expectEqual, objectOf, resultOf } from '../expect.js';
import { type ErSession, runParams } from '../session.js';

const initializeParams = {
  processId: null,
  clientInfo: { name: 'tandem-conformance' },
  rootUri: null,
  workspaceFolders: null,
  capabilities: {},
};

const methods = [
  'finecodeRunner/updateConfig',
  'finecodeRunner/getInfo',
  'finecodeRunner/resolveActionMeta',
  'actions/run',
  'actions/runHandlers',
  'actions/getPayloadSchemas',
  'actions/mergeResults',
  'actions/reload',
  'actions/resolveSource',
  'packages/resolvePath',
  'shutdown',
];

const frameHead = /^Content-Length: \d+\r\nContent-Type: application\/vscode-jsonrpc; charset=utf-8\r\n\r\n/;

async function logFilePathOf(session: ErSession): Promise<unknown> {
  return objectOf(await session.call({ method: 'finecodeRunner/getInfo', params: {} }))['logFilePath'];
}

export const lifecycleChecks: readonly ErCheck[] = [
  {
    id: 'lifecycle/initialize',
    title: 'initialize is answered with capabilities',
    proves: ['er/initialize/standard'],
    startsUnready: true,
    async run(session) {
      const { capabilities } = objectOf(
        await session.call({ method: 'initialize', params: initializeParams }),
      );
      if (!isObject(capabilities)) throw new CheckFailure(`expected capabilities, got ${show(capabilities)}`);
      session.notify('initialized', {});
      await session.probe();
    },
  },
  {
    id: 'lifecycle/frame-headers',
    title: 'frames begin with Content-Length and Content-Type, in this order',
    proves: ['er/transport/frame'],
    startsUnready: true,
    async run(session) {
      await session.call({ method: 'initialize', params: initializeParams });
      const head = session.channel.headOfOutput;
      if (!frameHead.test(head))
        throw new CheckFailure(`expected the two header lines of the document, got ${show(head)}`);
    },
  },
  {
    id: 'lifecycle/methods',
    title: 'every request of the document is known by its name',
    proves: ['er/transport/method-names'],
    async run(session) {
      for (const method of methods) {
        const answer = await session.call({ method, params: {} });
        if (answer.error?.code === -32601) throw new CheckFailure(`${method} is not known: ${show(answer)}`);
      }
    },
  },
  {
    id: 'lifecycle/not-configured',
    title: 'a run before there is a configuration fails as a command, not as a request',
    proves: ['er/errors/command', 'er/run/error'],
    async run(session) {
      expectCommandError(await session.call({ method: 'actions/run', params: runParams({}, {}) }));
    },
  },
  {
    id: 'lifecycle/shutdown',
    title: 'shutdown is answered with null',
    proves: ['er/shutdown/standard'],
    async run(session) {
      expectEqual('the result', resultOf(await session.call({ method: 'shutdown', params: null })), null);
    },
  },
  {
    id: 'lifecycle/exit',
    title: 'after shutdown and exit the connection ends, and with it the process',
    proves: ['er/lifecycle/exit'],
    async run(session) {
      await session.call({ method: 'shutdown', params: null });
      session.notify('exit', null);
      await session.expectEnd('the end of the connection after exit');
      if (session.facts.transport === 'stdio')
        expectEqual('the exit code', (await session.channel.exit()).code, 0);
    },
  },
  {
    id: 'info/log-file',
    title: 'a log file is told by its absolute path, and is there',
    proves: ['er/get-info/log-file'],
    async run(session) {
      const path = await logFilePathOf(session);
      if (typeof path !== 'string') return;
      const isThere = isAbsolute(path) && (await stat(path).catch(() => undefined))?.isFile() === true;
      if (!isThere) throw new CheckFailure(`expected the absolute path of a file, got ${show(path)}`);
    },
  },
  {
    id: 'info/no-log-file',
    title: 'without a log file logFilePath is null',
    proves: ['er/get-info/no-log-file'],
    async run(session) {
      const path = await logFilePathOf(session);
      if (path !== null && (typeof path !== 'string' || path === ''))
        throw new CheckFailure(`expected logFilePath to be a path or null, got ${show(path)}`);
    },
  },
];
