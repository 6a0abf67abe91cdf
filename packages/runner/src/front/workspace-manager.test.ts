import { afterAll, beforeAll, expect, test } from 'vitest';
import { notesExtension, startNotesRunner } from '../testing/notes-runner.js';
import { bundleRunner, type RunnerBundle, wireConfig } from '../testing/runner-process.js';

let bundle: RunnerBundle;
beforeAll(async () => {
  bundle = await bundleRunner();
});
afterAll(() => bundle[Symbol.asyncDispose]());

const start = (handlers: readonly string[], initialize?: object) =>
  startNotesRunner(bundle, handlers, initialize);

test('sources and packages are found, or named in the error', async () => {
  await using started = await start(['one']);
  await started.project.write('node_modules/@my/preset/package.json', '{}');
  const ask = (method: string, params: object) => started.client.sendRequest(method, params);
  expect(await ask('actions/resolveSource', { source: './extension.ts#note' })).toEqual({
    canonicalSource: 'example.Note',
  });
  await started.project.write('alias.ts', "export { atOnce as other } from './extension.ts';");
  expect(await ask('actions/resolveSource', { source: './alias.ts#other' })).toEqual({
    canonicalSource: './extension.ts#atOnce',
  });
  await expect(ask('actions/resolveSource', { source: './nowhere.ts#x' })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('Could not resolve "./nowhere.ts"'),
  });
  await expect(ask('actions/resolveSource', { source: 'no.Such' })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('no.Such'),
  });
  expect(await ask('packages/resolvePath', { packageName: '@my/preset' })).toEqual({
    packagePath: started.project.path('node_modules/@my/preset'),
  });
  await started.project.write('.venvs/dev/node_modules/@my/preset/package.json', '{}');
  expect(await ask('packages/resolvePath', { packageName: '@my/preset' })).toEqual({
    packagePath: started.project.path('.venvs/dev/node_modules/@my/preset'),
  });
  await expect(ask('packages/resolvePath', { packageName: 'nope' })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringMatching(/^Cannot find package nope/),
  });
  await expect(ask('packages/resolvePath', { packageName: '../..' })).rejects.toMatchObject({ code: -32603 });
});

test('new code is what the next run uses, with or without a reload, and a broken file fails only what needs it', async () => {
  await using started = await start(['one']);
  const notes = async () =>
    started
      .run()
      .then((answer) => answer as { resultByFormat?: { json: { notes: string[] } }; error?: string });
  expect((await notes()).resultByFormat?.json.notes).toEqual(['one x unknown cli 0']);
  await started.project.write('extension.ts', notesExtension.replace("'one '", "'new '"));
  expect((await notes()).resultByFormat?.json.notes).toEqual(['new x unknown cli 0']);
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
  await using started = await start(['reads', 'writes']);
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
  await using started = await start(['nested'], {});
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

test('our own Workspace Manager is told which run asks', async () => {
  await using started = await start(['nested']);
  const { client } = started;
  const asked: unknown[] = [];
  client.onRequest('finecode/runActionInProject', ({ parentRunId }) => {
    asked.push(parentRunId);
    return { result: { notes: ['here'] }, returnCode: 0 };
  });
  client.onRequest('finecode/runActionInWorkspace', ({ parentRunId }) => {
    asked.push(parentRunId);
    return { resultsByProject: {} };
  });
  await started.run({}, { walRunId: 'run-7' });
  expect(asked).toEqual(['run-7', 'run-7']);
});

test('a refusal of the Workspace Manager is the failure of the run', async () => {
  await using started = await start(['nested'], {});
  started.client.onRequest('finecode/runActionInProject', () => {
    throw new Error('nested too deep');
  });
  expect(await started.run()).toEqual({
    error: expect.stringMatching(/^Handler "nested" of action "note" failed: .*nested too deep/),
  });
});
