import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CancellationTokenSource, type MessageConnection } from 'vscode-jsonrpc/node';
import {
  bundleRunner,
  type RunnerBundle,
  type RunnerProcess,
  startRunnerProcess,
  wireConfig,
} from '../testing/runner-process.js';
import { createTempProject, type TempProject } from '../testing/temp-project.js';

let bundle: RunnerBundle;
beforeAll(async () => {
  bundle = await bundleRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const extension = `
  import { ActionFailed, ActionRunner, CommandRunner, FileAccess, Logger, StopRun, UserMessages, defineAction, defineHandler, z } from 'tandem/extension-api';

  const result = {
    schema: z.object({ notes: z.array(z.string()).default([]), bad: z.boolean().default(false) }),
    merge: (a, b) => ({ notes: [...a.notes, ...b.notes], bad: a.bad || b.bad }),
    toText: ({ notes }) => notes.join(', '),
    returnCode: ({ bad }) => (bad ? 1 : 0) as 0 | 1,
  };
  export const note = defineAction({ name: 'note', source: 'example.Note', payload: z.object({ name: z.string().default('x') }), result });
  export const atOnce = defineAction({ name: 'atOnce', result, execution: 'concurrent' });

  const handler = (run) => defineHandler({ action: note, run });
  export const one = handler(({ name }, { meta }) => ({ notes: ['one ' + name + ' ' + meta.trigger + ' ' + meta.devEnv + ' ' + meta.orchestrationDepth] }));
  export const two = handler((_payload, { currentResult }) => ({ notes: ['two after ' + (currentResult?.notes.length ?? 0)] }));
  export const stops = handler(() => { throw new StopRun({ notes: ['stop'], bad: true }); });
  export const fails = handler(() => { throw new ActionFailed('as expected'); });
  export const throws = handler(() => {
    throw new RangeError('not expected');
  });
  export const noisy = handler(() => { console.log('to the log'); process.stdout.write('raw text\\n'); void Promise.reject(new Error('forgotten')); return { notes: ['quiet'] }; });
  export const parts = handler(async function* (_payload, { progress }) {
    const steps = progress('Parts', { total: 2 });
    yield { notes: ['a'] };
    steps.advance(1, 'half');
    yield { notes: ['b'], bad: true };
  });
  export const waits = handler((_payload, { signal, progress }) => {
    progress('Waiting');
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  });
  export const commands = defineHandler({
    action: note,
    services: { commands: CommandRunner },
    async run(_payload, { services: { commands }, progress }) {
      progress('Started');
      const { stdout } = await commands.run(process.execPath, ['child.cjs']);
      return { notes: [stdout] };
    },
  });
  export const reads = defineHandler({
    action: note,
    services: { files: FileAccess },
    run: async ({ name }, { services: { files } }) => ({ notes: [await files.read(name)] }),
  });
  export const writes = defineHandler({
    action: note,
    services: { files: FileAccess },
    async run({ name }, { services: { files } }) { await files.write(name, 'written'); },
  });
  export const nested = defineHandler({
    action: note,
    services: { actions: ActionRunner, user: UserMessages, log: Logger },
    async run({ name }, { services: { actions, user, log } }) {
      user.warning('careful');
      log.info('for the log');
      const here = await actions.run(note, { name });
      const everywhere = await actions.runInWorkspace(note, { name });
      return { notes: [...here.notes, ...everywhere.keys()] };
    },
  });
`;

interface Started extends AsyncDisposable {
  readonly project: TempProject;
  readonly runner: RunnerProcess;
  readonly client: MessageConnection;
  run(params?: object, options?: object): Promise<unknown>;
}

/** A runner whose action "note" has these handlers. */
async function start(handlers: readonly string[], initialize: object = {}): Promise<Started> {
  const project = await createTempProject({ 'extension.ts': extension });
  const runner = startRunnerProcess(bundle.path, { projectPath: project.dir, envName: 'dev' });
  const { client } = runner;
  await client.sendRequest('initialize', { capabilities: {}, ...initialize });
  await client.sendRequest(
    'finecodeRunner/updateConfig',
    wireConfig(project.dir, { note: handlers, atOnce: [] }),
  );
  return {
    project,
    runner,
    client,
    run: (params = {}, options = {}) =>
      client.sendRequest('actions/run', { actionName: 'note', params, options }),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

const tandem = { initializationOptions: { tandem: { oneSpelling: true } } };

async function check(handlers: readonly string[], options: object, expected: unknown): Promise<void> {
  await using started = await start(handlers, tandem);
  expect(await started.run({}, options)).toEqual(expected);
}

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

describe('answers to actions/run', () => {
  const meta = { trigger: 'user', devEnv: 'precommit', orchestrationDepth: 3 };

  test('by status', async () => {
    const notes = ['one x user git_hook 3', 'two after 1'];
    await check(
      ['one', 'two'],
      { meta, resultFormats: ['json', 'string'] },
      {
        status: 'success',
        resultByFormat: { json: { notes, bad: false }, string: notes.join(', ') },
        returnCode: 0,
      },
    );
    const stopped = { notes: ['stop'], bad: true };
    await check(
      ['one', 'stops'],
      {},
      { status: 'stopped', resultByFormat: { json: stopped }, returnCode: 1 },
    );
    await check(['fails'], {}, { error: 'Handler "fails" of action "note" failed: as expected' });
    await check(
      ['throws'],
      {},
      {
        error: expect.stringMatching(
          /^Handler "throws" of action "note" failed: RangeError: not expected \(at .*extension\.ts:19:11\)\)$/,
        ),
      },
    );
    await check(['missing'], {}, { error: expect.stringContaining('exports no handler "missing"') });
  });

  test('as each kind of Workspace Manager reads them', async () => {
    const json = { notes: ['two after 0'], bad: false };
    const answers = { status: 'success', resultByFormat: { json }, returnCode: 0 };
    {
      await using contract = await start(['two']);
      expect(await contract.run()).toEqual({ ...answers, result_by_format: JSON.stringify({ json }) });
      expect(await contract.client.sendRequest('finecodeRunner/resolveActionMeta')).toMatchObject({
        './extension.ts#note': { canonical_source: 'example.Note', runs_concurrently: false },
        './extension.ts#atOnce': { canonical_source: './extension.ts#atOnce', runs_concurrently: true },
      });
    }
    await using finecode = await start(['two'], { clientInfo: { name: 'FineCode_WorkspaceManager' } });
    expect(await finecode.run()).toEqual(answers);
    expect(await finecode.client.sendRequest('finecodeRunner/resolveActionMeta')).toMatchObject({
      actions: { './extension.ts#note': { canonical_source: 'example.Note' } },
      handlerLocations: {},
    });
  });

  test('before there is a configuration', async () => {
    await using project = await createTempProject({});
    await using runner = startRunnerProcess(bundle.path, { projectPath: project.dir, envName: 'dev' });
    expect(await runner.client.sendRequest('actions/run', { actionName: 'note', params: {} })).toEqual({
      error: expect.stringMatching(/^Extension runner not initialized/),
    });
    expect(await runner.client.sendRequest('actions/getPayloadSchemas')).toEqual({});
    expect(await runner.client.sendRequest('finecodeRunner/getInfo')).toEqual({ logFilePath: null });
  });
});

describe('$/progress', () => {
  async function progressOf(handlers: readonly string[], initialize: object, options: object) {
    await using started = await start(handlers, initialize);
    const values: unknown[] = [];
    started.client.onNotification(
      '$/progress',
      ({ token, value }) => void values.push([token, JSON.parse(value)]),
    );
    return { answer: await started.run({}, options), values };
  }

  test('partial results come first, and the answer then has none', async () => {
    const options = { partialResultToken: 7, resultFormats: ['json', 'string'] };
    const envelope = (notes: readonly string[], bad: boolean) => ({
      json: { notes, bad },
      string: notes.join(', '),
    });
    expect(await progressOf(['parts', 'two'], tandem, options)).toEqual({
      answer: { status: 'streamed', resultByFormat: {}, returnCode: 1 },
      values: [
        [7, envelope(['a'], false)],
        [7, envelope(['b'], true)],
        [7, envelope(['two after 2'], false)],
      ],
    });
    const bare = await progressOf(['parts'], {}, options);
    expect(bare.answer).toEqual({
      status: 'streamed',
      resultByFormat: {},
      result_by_format: '{}',
      returnCode: 1,
    });
    expect(bare.values).toEqual([
      [7, { notes: ['a'], bad: false }],
      [7, { notes: ['b'], bad: true }],
    ]);
  });

  test('how far a run is, from one begin to one end', async () => {
    expect((await progressOf(['parts'], tandem, { progressToken: 'p' })).values).toEqual([
      ['p', { type: 'begin', title: 'Parts', percentage: 0, cancellable: false, total: 2 }],
      ['p', { type: 'report', message: 'half', percentage: 50 }],
      ['p', { type: 'end' }],
    ]);
  });
});

test('runHandlers, mergeResults and getPayloadSchemas', async () => {
  await using started = await start(['one', 'two', 'stops', 'far@other'], tandem);
  const segment = (
    handlerNames: readonly string[],
    previousResult: unknown,
    options: object = { resultFormats: [] },
  ) =>
    started.client.sendRequest('actions/runHandlers', {
      actionName: 'note',
      handlerNames,
      previousResult,
      options,
    });
  const result = { notes: ['x', 'two after 1'], bad: false };
  expect(await segment(['two'], { notes: ['x'] })).toEqual({
    status: 'success',
    result,
    resultByFormat: {},
    returnCode: 0,
  });
  expect(await segment([], result, { resultFormats: ['string'] })).toMatchObject({
    resultByFormat: { string: 'x, two after 1' },
  });
  expect(await segment(['stops'], null)).toMatchObject({
    status: 'stopped',
    resultByFormat: { string: 'stop' },
    returnCode: 1,
  });
  expect(await segment(['far'], null)).toEqual({ error: expect.stringContaining('belongs to env "other"') });

  const merge = (actionName: string, results: readonly unknown[]) =>
    started.client.sendRequest('actions/mergeResults', { actionName, results });
  expect(await merge('note', [{ notes: ['a'] }, {}, { notes: ['b'], bad: true }])).toEqual({
    merged: { notes: ['a', 'b'], bad: true },
  });
  expect(await merge('nope', [])).toEqual({ error: expect.stringMatching(/^Action "nope" not found/) });

  expect(await started.client.sendRequest('actions/getPayloadSchemas', {})).toEqual({
    note: { properties: { name: { type: 'string', default: 'x' } }, required: [] },
    atOnce: { properties: {}, required: [] },
  });
});

test('sources and packages are found, or named in the error', async () => {
  await using started = await start(['one']);
  await started.project.write('node_modules/@my/preset/package.json', '{}');
  const ask = (method: string, params: object) => started.client.sendRequest(method, params);
  expect(await ask('actions/resolveSource', { source: './extension.ts#note' })).toEqual({
    canonicalSource: 'example.Note',
  });
  await expect(ask('actions/resolveSource', { source: 'no.Such' })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('no.Such'),
  });
  expect(await ask('packages/resolvePath', { packageName: '@my/preset' })).toEqual({
    packagePath: started.project.path('node_modules/@my/preset'),
  });
  await expect(ask('packages/resolvePath', { packageName: 'nope' })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringMatching(/^Cannot find package nope/),
  });
  await expect(ask('packages/resolvePath', { packageName: '../..' })).rejects.toMatchObject({ code: -32603 });
});

test('reload loads new code, and a broken file fails only what needs it', async () => {
  await using started = await start(['one'], tandem);
  const notes = async () =>
    started
      .run()
      .then((answer) => answer as { resultByFormat?: { json: { notes: string[] } }; error?: string });
  expect((await notes()).resultByFormat?.json.notes).toEqual(['one x unknown cli 0']);
  await started.project.write('extension.ts', extension.replace("'one '", "'new '"));
  expect((await notes()).resultByFormat?.json.notes).toEqual(['one x unknown cli 0']);
  expect(await started.client.sendRequest('actions/reload', { actionName: 'note' })).toEqual({});
  expect((await notes()).resultByFormat?.json.notes).toEqual(['new x unknown cli 0']);
  await started.project.write('extension.ts', 'export const note = ;');
  await started.client.sendRequest('actions/reload', { actionName: 'note' });
  expect((await notes()).error).toMatch(/extension\.ts:1:21: Unexpected ";"/);
  expect(await started.client.sendRequest('finecodeRunner/resolveActionMeta')).toEqual({
    actions: {},
    handlerLocations: {},
  });
  expect(await started.client.sendRequest('actions/reload', { actionName: 'nope' })).toEqual({});
});

test('open documents come before files, in UTF-16, and are changed through the editor', async () => {
  await using started = await start(['reads', 'writes'], tandem);
  await started.project.write('ä b.txt', 'on disk');
  const read = () =>
    started.client
      .sendRequest('actions/runHandlers', {
        actionName: 'note',
        handlerNames: ['reads'],
        params: { name: 'ä b.txt' },
        previousResult: null,
      })
      .then((answer) => (answer as { result: { notes: string[] } }).result.notes);
  const uri = `file://${started.project.dir.split('/').map(encodeURIComponent).join('/')}/%C3%A4%20b.txt`;
  const { client } = started;
  expect(await read()).toEqual(['on disk']);
  await client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: '', version: 1, text: 'a😀b\nc' },
  });
  expect(await read()).toEqual(['a😀b\nc']);
  const range = { start: { line: 0, character: 3 }, end: { line: 1, character: 0 } };
  await client.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range, rangeLength: null, text: '-' }],
  });
  await client.sendRequest(
    'finecodeRunner/updateConfig',
    wireConfig(started.project.dir, { note: ['reads', 'writes'] }),
  );
  expect(await read()).toEqual(['a😀-c']);

  const edits: unknown[] = [];
  client.onRequest('workspace/applyEdit', (params) => {
    edits.push(params);
    return { applied: true };
  });
  await client.sendRequest('actions/runHandlers', {
    actionName: 'note',
    handlerNames: ['writes'],
    params: { name: 'ä b.txt' },
    previousResult: null,
  });
  const whole = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
  expect(edits).toEqual([
    {
      edit: {
        documentChanges: [
          { textDocument: { uri, version: 2 }, edits: [{ range: whole, newText: 'written' }] },
        ],
      },
    },
  ]);

  await client.sendNotification('textDocument/didClose', { textDocument: { uri } });
  expect(await read()).toEqual(['on disk']);
});

test('handlers reach the Workspace Manager, with the meta of their run', async () => {
  await using started = await start(['nested']);
  const { client } = started;
  const asked: unknown[] = [];
  client.onRequest('finecode/runActionInProject', (params) => {
    asked.push(params);
    return { result: { notes: ['here'] }, returnCode: 0 };
  });
  client.onRequest('finecode/runActionInWorkspace', (params) => {
    asked.push(params);
    return { resultsByProject: { '/p': { notes: [] }, '/q': { notes: [] } } };
  });
  const messages: unknown[] = [];
  client.onNotification('er/userMessage', (message) => void messages.push(message));
  client.onNotification('er/logRecords', ({ records }) => void messages.push(records[0].message));
  await client.sendRequest('finecodeRunner/updateLogging', { forward: true, forwardLevel: 'INFO' });

  const meta = { trigger: 'user', devEnv: 'ai', orchestrationDepth: 2 };
  expect(await started.run({ name: 'n' }, { meta })).toMatchObject({
    resultByFormat: { json: { notes: ['here', '/p', '/q'] } },
  });
  expect(asked).toEqual([
    { actionSource: 'example.Note', payload: { name: 'n' }, meta },
    { actionSource: 'example.Note', payload: { name: 'n' }, meta, projectPaths: null, concurrently: true },
  ]);
  expect(messages).toEqual([{ message: 'careful', type: 'WARNING' }, 'for the log']);
});

test('a refusal of the Workspace Manager is the failure of the run', async () => {
  await using started = await start(['nested']);
  started.client.onRequest('finecode/runActionInProject', () => {
    throw new Error('nested too deep');
  });
  expect(await started.run()).toEqual({
    error: expect.stringMatching(/^Handler "nested" of action "note" failed: .*nested too deep/),
  });
});

describe('cancelling', () => {
  test('is answered at once with -32800, and the progress ends', async () => {
    await using started = await start(['waits']);
    const events: string[] = [];
    const begun = new Promise<void>((resolve) => {
      started.client.onNotification('$/progress', ({ value }) => {
        events.push(JSON.parse(value).type);
        resolve();
      });
    });
    const cancel = new CancellationTokenSource();
    const params = { actionName: 'note', params: {}, options: { progressToken: 1 } };
    const answer = started.client.sendRequest('actions/run', params, cancel.token);
    await begun;
    cancel.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    expect(await started.client.sendRequest('finecodeRunner/getInfo')).toEqual({ logFilePath: null });
    expect(events).toEqual(['begin', 'end']);
  });

  test('stops the commands of a handler, and what those started', async () => {
    await using started = await start(['commands']);
    // Grandchild and child both hold a connection to us: its end is their end.
    const grandchild =
      'require("net").connect(PORT, "127.0.0.1").on("close", () => {}); setInterval(() => {}, 1e6)';
    const { server, port, ended } = await countConnections(2);
    await started.project.write(
      'child.cjs',
      `const code = ${JSON.stringify(grandchild.replace('PORT', String(port)))};
       require('child_process').spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
       eval(code);`,
    );
    const cancel = new CancellationTokenSource();
    const params = { actionName: 'note', params: {}, options: {} };
    const answer = started.client.sendRequest('actions/run', params, cancel.token);
    answer.catch(() => {});
    await server.allConnected;
    cancel.cancel();
    await expect(answer).rejects.toMatchObject({ code: -32800 });
    await ended;
    server.close();
  });
});

async function countConnections(count: number) {
  const { createServer } = await import('node:net');
  let open = 0;
  let seen = 0;
  let settleEnded = (): void => {};
  let settleConnected = (): void => {};
  const ended = new Promise<void>((resolve) => {
    settleEnded = resolve;
  });
  const allConnected = new Promise<void>((resolve) => {
    settleConnected = resolve;
  });
  const server = createServer((socket) => {
    open += 1;
    seen += 1;
    if (seen === count) settleConnected();
    socket.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
      if (open === 0 && seen === count) settleEnded();
    });
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server: { allConnected, close: () => server.close() }, port, ended };
}

describe('bad input costs nobody else anything', () => {
  test('unknown methods and wrong params get their errors', async () => {
    await using started = await start(['one'], tandem);
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
    await using started = await start(['noisy'], tandem);
    expect(await started.run()).toMatchObject({ resultByFormat: { json: { notes: ['quiet'] } } });
    expect(await started.run()).toMatchObject({ status: 'success' });
    await started.client.sendRequest('shutdown');
    await started.client.sendNotification('exit');
    await started.runner.exited;
    expect(started.runner.stderr()).toContain('to the log\nraw text\n');
    expect(started.runner.stderr()).toMatch(/A promise that nobody waited for failed[\s\S]*forgotten/);
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
