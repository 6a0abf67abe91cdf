import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { verifies } from '@tandem/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNotesRunner } from '../testing/notes-runner.js';
import {
  bundleRunner,
  type RunnerBundle,
  startRunnerProcess,
  wireConfig,
} from '../testing/runner-process.js';
import { createTempProject } from '../testing/temp-project.js';

let bundle: RunnerBundle;
beforeAll(async () => {
  bundle = await bundleRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const start = (handlers: readonly string[], initialize?: object) =>
  startNotesRunner(bundle, handlers, initialize);

test('the example project runs, from initialize to exit', async () => {
  const dir = fileURLToPath(new URL('../../../../examples/hello', import.meta.url));
  await using runner = startRunnerProcess(bundle.path, { projectPath: dir, envName: 'dev' });
  const { client } = runner;
  await client.sendRequest('initialize', { processId: process.pid, capabilities: {} });
  await client.sendNotification('initialized', {});
  const handler = { name: 'greet', source: './handlers/greet.ts', config: { greeting: 'Hi' }, env: 'dev' };
  const action = { name: 'hello', source: './actions.ts#hello', handlers: [handler], config: {} };
  const place = { workingDir: dir, projectName: 'hello', projectDefPath: `${dir}/finecode.toml` };
  const config = { actions: [action], action_handler_configs: {} };
  expect(await client.sendRequest('finecodeRunner/updateConfig', { ...place, config })).toEqual({});
  const run = { actionName: 'hello', params: { name: 'you' }, options: { resultFormats: ['string'] } };
  expect(await client.sendRequest('actions/run', run)).toMatchObject({
    resultByFormat: { string: 'Hi, you! This is hello.' },
  });
  expect(await client.sendRequest('shutdown')).toBeNull();
  await client.sendNotification('exit');
  expect(await runner.exited).toEqual({ code: 0, signal: null });
});

describe('bad input costs nobody else anything', () => {
  test('unknown methods and wrong params get their errors', async () => {
    await using started = await start(['one']);
    const { client } = started;
    await expect(client.sendRequest('no/such', {})).rejects.toMatchObject({ code: -32601 });
    await expect(client.sendRequest('actions/run', { actionName: 5 })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('actionName'),
    });
    await expect(
      client.sendRequest('actions/run', { actionName: 'note', options: { resultFormats: ['xml'] } }),
    ).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('options.resultFormats[0]'),
    });
    await expect(
      client.sendRequest('finecodeRunner/updateConfig', { workingDir: '/' }),
    ).rejects.toMatchObject({ code: -32602 });
    const twice = wireConfig(started.project.dir, { note: ['one'] });
    const [action] = twice.config.actions;
    twice.config.actions.push({ ...action, name: 'again' } as NonNullable<typeof action>);
    await expect(client.sendRequest('finecodeRunner/updateConfig', twice)).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('already registered'),
    });
    await client.sendNotification('textDocument/didChange', { textDocument: { uri: 5 } });
    await client.sendNotification('no/such/notification', {});
    expect(await started.run({ name: 3 })).toEqual({
      error: expect.stringMatching(/^Invalid payload for action "note": \$\.name/),
    });
    expect(await started.run()).toMatchObject({ status: 'success' });
  });

  test('what an extension prints or forgets does not reach the protocol', async () => {
    await using started = await start(['noisy']);
    expect(await started.run()).toMatchObject({ resultByFormat: { json: { notes: ['quiet'] } } });
    expect(await started.run()).toMatchObject({ status: 'success' });
    await started.client.sendRequest('shutdown');
    await started.client.sendNotification('exit');
    await started.runner.exited;
    expect(started.runner.stderr()).toContain('to the log\nraw text\n');
    expect(started.runner.stderr()).toMatch(/A promise that nobody waited for failed[\s\S]*forgotten/);
  });

  test('a log that nobody reads any more is no reason to stop', async () => {
    await using started = await start(['noisy']);
    started.runner.child.stderr?.destroy();
    for (let count = 0; count < 3; count += 1)
      expect(await started.run()).toMatchObject({ status: 'success' });
  });

  test('bad JSON is answered, and frames carry the content type of the contract', async () => {
    await using project = await createTempProject({});
    await using runner = startRunnerProcess(bundle.path, { projectPath: project.dir, envName: 'dev' });
    runner.client.dispose();
    const { stdin, stdout } = runner.child;
    let received = '';
    const twoFrames = new Promise<void>((resolve) => {
      stdout?.setEncoding('utf8').on('data', (text: string) => {
        received += text;
        if (received.includes('"id":1')) resolve();
      });
    });
    stdin?.write('Content-Length: 3\r\n\r\n{x}');
    const request = '{"jsonrpc":"2.0","id":1,"method":"finecodeRunner/getInfo"}';
    stdin?.write(`content-type: application/json\r\ncontent-length: ${request.length}\r\n\r\n${request}`);
    await twoFrames;
    expect(received).toMatch(
      /^Content-Length: \d+\r\nContent-Type: application\/vscode-jsonrpc; charset=utf-8\r\n\r\n\{.*-32700/,
    );
  });
});

describe('the end', () => {
  test('comes when the parent closes its side, and the code says that nobody asked for it', async () => {
    await using started = await start(['waits']);
    const answer = started.run({}, { progressToken: 1 });
    answer.catch(() => {});
    started.runner.child.stdin?.end();
    expect(await started.runner.exited).toEqual({ code: 1, signal: null });
  });

  test('of the connection is no failure of what is still told to it', async () => {
    await using started = await start(['farewell']);
    const { client, runner } = started;
    await client.sendRequest('finecodeRunner/updateLogging', { forward: true, forwardLevel: 'TRACE' });
    const begun = new Promise((resolve) => client.onNotification('$/progress', resolve));
    started.run({}, { progressToken: 1 }).catch(() => {});
    await begun;
    runner.child.stdin?.end();
    await once(runner.child, 'close');
    expect(runner.stderr()).toContain('last words');
    expect(runner.stderr()).not.toContain('A promise that nobody waited for failed');
  });

  test('exit without shutdown is not in good order', async () => {
    await using started = await start(['one']);
    await started.client.sendNotification('exit');
    expect(await started.runner.exited).toEqual({ code: 1, signal: null });
  });

  test('a start that makes no sense says so', async () => {
    await using nowhere = startRunnerProcess(bundle.path, { projectPath: '/no/such/folder', envName: 'dev' });
    expect(await nowhere.exited).toEqual({ code: 2, signal: null });
    expect(nowhere.stderr()).toContain('The project path /no/such/folder (--project-path) is not a folder');
  });
});

test('over TCP the port line comes first, one client is served, and its end is the end', async () => {
  await using project = await createTempProject({});
  await using runner = startRunnerProcess(bundle.path, {
    projectPath: project.dir,
    envName: 'dev',
    tcp: true,
  });
  runner.client.dispose();
  const { stdout } = runner.child;
  if (stdout === null) throw new Error('the child has no stdout');
  const [line] = (await once(createInterface(stdout), 'line')) as [string];
  const port = Number(/^Serving on \('127\.0\.0\.1', (\d+)\)$/.exec(line)?.[1]);
  const socket = connect(port, '127.0.0.1');
  const request = '{"jsonrpc":"2.0","id":1,"method":"finecodeRunner/getInfo"}';
  socket.write(`Content-Length: ${request.length}\r\n\r\n${request}`);
  const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  expect(answer).toContain('{"jsonrpc":"2.0","id":1,"result":{"logFilePath":null}}');
  socket.end();
  expect((await runner.exited).signal).toBeNull();
});

verifies('er/transport/debug', 'a debug port is announced before anything else', async () => {
  await using project = await createTempProject({});
  await using runner = startRunnerProcess(bundle.path, {
    projectPath: project.dir,
    envName: 'dev',
    debug: true,
  });
  await runner.client.sendRequest('finecodeRunner/getInfo');
  expect(runner.stderr()).toMatch(/^Debug session: 127\.0\.0\.1:\d+$/m);
});

test('the log file that was asked for is written and told', async () => {
  await using project = await createTempProject({});
  const logFilePath = project.path('logs/runner.log');
  const options = { projectPath: project.dir, envName: 'dev', logFilePath };
  await using runner = startRunnerProcess(bundle.path, options);
  expect(await runner.client.sendRequest('finecodeRunner/getInfo')).toEqual({ logFilePath });
  await runner.client.sendNotification('textDocument/didOpen', { textDocument: {} });
  await runner.client.sendRequest('shutdown');
  expect(await readFile(logFilePath, 'utf8')).toContain('"textDocument/didOpen\\" was ignored');
});
