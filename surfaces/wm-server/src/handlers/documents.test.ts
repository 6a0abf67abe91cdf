import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileUri } from '@tandem/platform';
import { verifies } from '@tandem/testkit';
import { describe, expect, test } from 'vitest';
import { demoSource } from '../testing/demo-workspace.js';
import { startTestWorkspace } from '../testing/test-daemon.js';

async function withRunner() {
  const started = await startTestWorkspace();
  await started.wm.request('workspace/startRunners', {});
  const filePath = join(started.workspaceRoot, 'ä b#.txt');
  await writeFile(filePath, 'on disk\n');
  return { ...started, filePath, uri: pathToFileUri(filePath, 'linux') };
}

const insertAtStart = (text: string) => ({
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  text,
});

describe('documents', () => {
  verifies(
    ['wm/documents/opened', 'wm/documents/changed', 'wm/documents/changes', 'wm/documents/closed'],
    'open, change in UTF-16 and close; runners learn of each',
    async () => {
      const { wm, runners, uri } = await withRunner();
      await wm.notify('documents/opened', { uri, version: 1, text: '😀 a\n' });
      const range = { start: { line: 0, character: 3 }, end: { line: 0, character: 4 } };
      await wm.notify('documents/changed', {
        uri,
        version: 2,
        contentChanges: [{ range, text: 'b' }, insertAtStart('>')],
      });
      await wm.notify('documents/closed', { uri });
      await runners.until(`closed ${uri}`);
      expect(runners.history.slice(-3)).toEqual([
        `opened ${uri} "😀 a\\n"`,
        `changed ${uri} ">😀 b\\n"`,
        `closed ${uri}`,
      ]);
    },
  );

  test('without text the file is read; runners that start later learn of it too', async () => {
    const { wm, workspaceRoot, runners, uri } = await withRunner();
    await wm.notify('documents/opened', { uri });
    await runners.until(`opened ${uri} "on disk\\n"`);
    runners.history.length = 0;
    await wm.request('runners/restart', { project: workspaceRoot, env: 'dev' });
    await runners.until(`opened ${uri} "on disk\\n"`);
  });

  test('nonsense is left out and costs nothing else', async () => {
    const { wm, runners, uri } = await withRunner();
    await wm.notify('documents/changed', { uri, version: 2, contentChanges: [insertAtStart('x')] });
    await wm.notify('documents/closed', { uri });
    await wm.notify('documents/opened', { uri: 'file:///not/there.txt' });
    await wm.notify('documents/opened', { uri: 'not a uri at all' });
    await wm.notify('documents/opened', { uri, version: 5, text: 'five' });
    await wm.notify('documents/changed', { uri, version: 4, contentChanges: [{ text: 'back' }] });
    await wm.notify('documents/changed', { uri, version: 6, contentChanges: [{ text: 'six' }] });
    await runners.until(`changed ${uri} "six"`);
    expect(runners.history).not.toContain(`changed ${uri} "back"`);
    expect(await wm.request('workspace/listProjects', {})).toHaveLength(1);
  });

  test('go away with the client that opened them', async () => {
    const { connect, runners, uri } = await withRunner();
    const editor = connect();
    await editor.notify('documents/opened', { uri, version: 1, text: 'unsaved' });
    await runners.until(`opened ${uri} "unsaved"`);
    await editor.close();
    await runners.until(`closed ${uri}`);
  });
});

describe('an edit that a handler makes', () => {
  const runEdit = (project: string, uri: string, hash?: string) => ({
    actionSource: demoSource('edit'),
    project,
    params: { uri, hash },
  });

  test('goes to the client that has the document open, and its answer comes back', async () => {
    const { wm, connect, workspaceRoot, runners, uri } = await withRunner();
    const asked: unknown[] = [];
    const editor = connect({
      handlers: {
        'workspace/applyEdit': (params) => {
          asked.push(params);
          return { applied: false, failureReason: 'the user said no' };
        },
      },
    });
    await editor.notify('documents/opened', { uri, version: 1, text: 'unsaved' });
    await runners.until(`opened ${uri} "unsaved"`);
    expect(await wm.request('actions/run', runEdit(workspaceRoot, uri))).toMatchObject({
      resultByFormat: { json: { applied: false, failureReason: 'the user said no' } },
    });
    expect(asked).toMatchObject([
      { label: 'demo', edit: { documentChanges: [{ textDocument: { uri }, edits: [{ newText: 'X' }] }] } },
    ]);
  });

  test('is not applied behind the back of an editor that cannot apply it', async () => {
    const { connect, workspaceRoot, filePath, uri } = await withRunner();
    const editor = connect();
    await editor.notify('documents/opened', { uri, version: 1, text: 'unsaved' });
    expect(await editor.request('actions/run', runEdit(workspaceRoot, uri))).toMatchObject({
      resultByFormat: { json: { applied: false, failureReason: expect.stringContaining('cannot apply') } },
    });
    expect(await readFile(filePath, 'utf8')).toBe('on disk\n');
  });

  test('goes to disk when nobody has an editor', async () => {
    const { wm, workspaceRoot, filePath, uri } = await withRunner();
    const hash = createHash('sha256').update('on disk\n').digest('hex');
    expect(await wm.request('actions/run', runEdit(workspaceRoot, uri, hash))).toMatchObject({
      resultByFormat: { json: { applied: true } },
    });
    expect(await readFile(filePath, 'utf8')).toBe('Xn disk\n');
  });
});

describe('trust', () => {
  test.each(['lsp', 'mcp-claude', 'agent'])(
    '%s runs no code of a folder that is not trusted',
    async (clientId) => {
      const { connect, workspaceRoot } = await withRunner();
      const client = connect();
      await client.request('client/initialize', { clientId });
      const run = client.request('actions/run', { actionSource: demoSource('echo'), project: workspaceRoot });
      await expect(run).rejects.toMatchObject({
        code: -32603,
        message: expect.stringContaining('tandem trust'),
        data: { code: 'not-trusted' },
      });
      // Lists and status work.
      expect((await client.request('actions/list', {})).actions).not.toEqual([]);
      expect(await client.request('runners/list', {})).toHaveProperty('runners');
    },
  );
});
