import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import {
  createMessageConnection,
  type MessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
} from 'vscode-jsonrpc/node';
import { demoSource } from './testing/demo-workspace.js';
import { startTestDaemon, type TestDaemon } from './testing/test-daemon.js';

/** A client that shares no code with the server. */
async function connectIndependently({ connectSocket }: TestDaemon): Promise<MessageConnection> {
  const socket = connectSocket();
  await once(socket, 'connect');
  const connection = createMessageConnection(
    new SocketMessageReader(socket),
    new SocketMessageWriter(socket),
  );
  onTestFinished(() => connection.dispose());
  connection.listen();
  return connection;
}

test('an independent client is served to the letter, real clients’ names beside the contract’s', async () => {
  const started = await startTestDaemon();
  const { workspaceRoot } = started;
  const client = await connectIndependently(started);
  const project = { name: 'demo', path: workspaceRoot, status: 'CONFIG_VALID' };
  expect(await client.sendRequest('workspace/addDir', { dirPath: workspaceRoot })).toEqual({
    projects: [project],
  });
  expect(await client.sendRequest('workspace/listProjects')).toEqual([project]);
  expect(await client.sendRequest('workspace/startRunners', { projects: null })).toEqual({});
  const names = { project: workspaceRoot, env: 'dev', status: 'RUNNING', readable_id: 'demo::dev' };
  const otherNames = { projectPath: workspaceRoot, envName: 'dev', readableId: 'demo::dev' };
  expect(await client.sendRequest('runners/list', {})).toEqual({
    runners: expect.arrayContaining([{ ...names, ...otherNames }]),
  });
  const restart = { runnerWorkingDir: workspaceRoot, envName: 'dev' };
  expect(await client.sendRequest('runners/restart', restart)).toEqual({});

  const parts: unknown[] = [];
  client.onNotification('actions/partialResult', (params) => void parts.push(params));
  const run = { actionSource: demoSource('stream'), project: workspaceRoot, partialResultToken: 5 };
  expect(await client.sendRequest('actions/run', run)).toEqual({ returnCode: 2 });
  expect(parts).toMatchObject(
    [1, 2, 3].map((part) => ({ token: 5, value: { resultByFormat: { json: { part } } } })),
  );
  await expect(client.sendRequest('no/such', {})).rejects.toMatchObject({ code: -32601 });
  expect(await client.sendRequest('server/shutdown', {})).toEqual({});
  await started.daemon.stopped;
});
