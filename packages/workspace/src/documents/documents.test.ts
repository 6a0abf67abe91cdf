import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ClientSession, EditAnswer } from '../clients/client-session.js';
import { cli, createTestWorkspace, never, projectFile, runRequest } from '../testing/test-workspace.js';
import type { WorkspaceEdit } from './workspace-edit.js';

const signal = never();
const uri = 'file:///w/a/x%20%C3%A4.txt';
const path = '/w/a/x ä.txt';

/** An editor that does what it is asked, or refuses. */
function createEditor(label: string, answer: EditAnswer = { applied: true }) {
  const asked: WorkspaceEdit[] = [];
  const session: ClientSession = {
    kind: 'cli',
    label,
    applyEdit: async (edit) => {
      asked.push(edit);
      return answer;
    },
  };
  return { session, asked };
}

function replaceAll(
  newText: string,
  more: { readonly version?: number; readonly contentHash?: string } = {},
): WorkspaceEdit {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1000 } };
  return { changes: [{ kind: 'edit', uri, edits: [{ range, newText }], ...more }] };
}

/** The handler `edit` applies the edit that the test sets. */
async function open(text = 'on disk') {
  const plan: { edit: WorkspaceEdit; answer?: EditAnswer } = { edit: replaceAll('new') };
  const t = createTestWorkspace({
    files: {
      '/w/finecode.toml': projectFile('edit: edit@dev'),
      '/w/a/finecode.toml': projectFile('edit: edit@dev'),
      '/w/b/finecode.toml': projectFile('edit: edit@dev'),
      [path]: text,
    },
    handlers: {
      'tools.edit': async ({ host }) => {
        plan.answer = await host.applyEdit(plan.edit);
      },
    },
  });
  await t.workspace.addDir(cli, '/w', { signal });
  const runAs = (session: ClientSession) =>
    t.workspace.run(session, runRequest('actions.edit', '/w/a'), {}, { signal });
  return Object.assign(t, { plan, runAs });
}

test('a document goes to the runners of the projects that hold its file, and to no others', async () => {
  await using t = await open();
  await t.workspace.openDocument(cli, { uri, version: 1, text: 'unsaved' });
  const texts = () => ['/w', '/w/a', '/w/b'].map((dir) => t.runners.at(dir, 'dev').documents.get(uri)?.text);
  expect(texts()).toEqual(['unsaved', 'unsaved', undefined]);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } };
  expect(await t.workspace.changeDocument(cli, uri, 2, [{ range, text: 're' }])).toBeUndefined();
  expect(texts()).toEqual(['resaved', 'resaved', undefined]);
  expect(await t.workspace.changeDocument(cli, uri, 2, [{ text: 'late' }])).toBe('version-went-back');
  expect(await t.workspace.closeDocument(cli, uri)).toBeUndefined();
  expect(texts()).toEqual([undefined, undefined, undefined]);
  expect(await t.workspace.closeDocument(cli, uri)).toBe('not-open');
});

test('a runner that starts later is told what is open', async () => {
  await using t = await open();
  await t.workspace.openDocument(cli, { uri, version: 7, text: 'unsaved' });
  await t.workspace.openDocument(cli, { uri: 'untitled:Untitled-1', version: 1, text: 'nowhere' });
  await t.workspace.restartRunner(cli, { projectDir: '/w/a', envName: 'dev' }, { debug: false, signal });
  expect([...t.runners.at('/w/a', 'dev').documents.values()]).toEqual([{ uri, version: 7, text: 'unsaved' }]);
});

test('without text the file is read, and changes that follow at once wait for it', async () => {
  await using t = await open('on disk');
  const opened = t.workspace.openDocument(cli, { uri });
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } };
  const changed = t.workspace.changeDocument(cli, uri, 1, [{ range, text: 'off' }]);
  await opened;
  expect(await changed).toBeUndefined();
  expect(t.runners.at('/w/a', 'dev').documents.get(uri)?.text).toBe('off disk');
  const missing = 'file:///w/a/missing.txt';
  await expect(t.workspace.openDocument(cli, { uri: missing })).rejects.toThrow('missing.txt');
  expect(await t.workspace.changeDocument(cli, missing, 2, [{ text: '' }])).toBe('not-open');
});

test('two spellings of one file are one document', async () => {
  await using t = await open();
  await t.workspace.openDocument(cli, { uri: 'file:///w/a/x ä.txt', version: 1, text: 'one' });
  expect(await t.workspace.changeDocument(cli, uri, 2, [{ text: 'two' }])).toBeUndefined();
  expect([...t.runners.at('/w/a', 'dev').documents.keys()]).toEqual([uri]);
});

test('an edit goes to the client that has the document open, whoever started the run', async () => {
  await using t = await open();
  const owner = createEditor('owner');
  const starter = createEditor('starter');
  await t.workspace.openDocument(owner.session, { uri, version: 3, text: 'unsaved' });
  t.plan.edit = replaceAll('new', { version: 3 });
  await t.runAs(starter.session);
  expect(t.plan.answer).toEqual({ applied: true });
  expect([owner.asked, starter.asked]).toEqual([[t.plan.edit], []]);
  expect(await t.files.readText(path)).toBe('on disk');
});

test('an edit for a text that has changed since is refused', async () => {
  await using t = await open();
  const owner = createEditor('owner');
  await t.workspace.openDocument(owner.session, { uri, version: 4, text: 'unsaved' });
  t.plan.edit = replaceAll('new', { version: 3 });
  await t.runAs(cli);
  expect(t.plan.answer).toEqual({ applied: false, failureReason: `${uri} has changed since` });
  expect(owner.asked).toEqual([]);
});

test('what the client answers goes back', async () => {
  await using t = await open();
  const refusing = createEditor('starter', { applied: false, failureReason: 'read-only' });
  await t.runAs(refusing.session);
  expect(t.plan.answer).toEqual({ applied: false, failureReason: 'read-only' });
  expect(refusing.asked).toHaveLength(1);
});

test('a client that fails while it applies an edit is a refusal', async () => {
  await using t = await open();
  const session: ClientSession = {
    kind: 'cli',
    label: 'gone',
    applyEdit: async () => {
      throw new Error('connection closed');
    },
  };
  await t.runAs(session);
  expect(t.plan.answer).toEqual({ applied: false, failureReason: 'connection closed' });
});

test('documents in different clients are not edited together', async () => {
  await using t = await open();
  const [left, right] = [createEditor('left'), createEditor('right')];
  const other = 'file:///w/a/other.txt';
  await t.workspace.openDocument(left.session, { uri, version: 1, text: '' });
  await t.workspace.openDocument(right.session, { uri: other, version: 1, text: '' });
  const { changes } = replaceAll('new');
  t.plan.edit = { changes: [...changes, { kind: 'delete', uri: other }] };
  await t.runAs(cli);
  expect(t.plan.answer).toMatchObject({ applied: false });
  expect([left.asked, right.asked]).toEqual([[], []]);
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('with no editor the file is changed on disk, if it is what the runner saw', async () => {
  await using t = await open('on disk');
  t.plan.edit = replaceAll('new', { contentHash: hashOf('on disk') });
  await t.runAs(cli);
  expect(t.plan.answer).toEqual({ applied: true });
  expect(await t.files.readText(path)).toBe('new');
  await t.runAs(cli);
  expect(t.plan.answer).toMatchObject({ applied: false });
  expect(await t.files.readText(path)).toBe('new');
});

test('a runner that tells no hash may change a file that nobody changed since its run began', async () => {
  await using t = await open('on disk');
  await t.runAs(cli);
  expect(t.plan.answer).toEqual({ applied: true });
  // The run now begins before the last change of the file.
  t.clock.jump(-t.clock.now());
  await t.runAs(cli);
  expect(t.plan.answer).toMatchObject({ applied: false });
});

test('several files are changed together or not at all; what needs an editor is refused', async () => {
  await using t = await open('on disk');
  const good = replaceAll('new', { contentHash: hashOf('on disk') }).changes;
  const gone = { kind: 'edit', uri: 'file:///w/a/gone.txt', edits: [] } as const;
  t.plan.edit = { changes: [...good, gone] };
  await t.runAs(cli);
  expect(t.plan.answer).toMatchObject({ applied: false });
  t.plan.edit = { changes: [...good, { kind: 'rename', uri, newUri: 'file:///w/a/y.txt' }] };
  await t.runAs(cli);
  expect(t.plan.answer).toEqual({
    applied: false,
    failureReason: 'to rename a file needs an editor that is connected',
  });
  t.plan.edit = { changes: [{ kind: 'edit', uri: 'untitled:1', edits: [] }] };
  await t.runAs(cli);
  expect(t.plan.answer).toMatchObject({ applied: false });
  expect(await t.files.readText(path)).toBe('on disk');
});
