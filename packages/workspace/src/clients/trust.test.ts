import { expect, test } from 'vitest';
import {
  batchRequest,
  cli,
  createTestWorkspace,
  never,
  projectFile,
  runRequest,
} from '../testing/test-workspace.js';
import type { ClientKind, ClientSession } from './client-session.js';

const signal = never();
const files = {
  '/w/a/finecode.toml': projectFile('greet: h1@dev'),
  '/w/b/finecode.toml': projectFile('greet: h1@dev'),
};
const handlers = { 'tools.h1': () => ({ ran: true }) };

test.each<ClientKind>(['editor', 'mcp', 'agent'])(
  'for a client of kind %s nothing of a stranger’s folder runs',
  async (kind) => {
    const session: ClientSession = { kind, label: kind };
    await using t = createTestWorkspace({ files, handlers });
    const added = await t.workspace.addDir(session, '/w', { signal });
    expect(added.map(({ status }) => status)).toEqual(['valid', 'valid']);
    expect(t.messages[0]).toEqual({
      kind: 'warning',
      message: expect.stringContaining('tandem trust /w/a'),
    });
    expect(t.workspace.listActions()).toHaveLength(2);
    expect(t.workspace.tree()).toHaveLength(1);
    expect(t.workspace.listRunners()).toEqual([]);
    const address = { projectDir: '/w/a', envName: 'dev' };
    const refused = { code: 'not-trusted', message: expect.stringContaining('tandem trust /w/a') };
    const { workspace } = t;
    await expect(
      workspace.run(session, runRequest('actions.greet', '/w/a'), {}, { signal }),
    ).rejects.toMatchObject(refused);
    await expect(
      workspace.run(session, runRequest('actions.greet', ''), {}, { signal }),
    ).rejects.toMatchObject(refused);
    await expect(
      workspace.runBatch(session, batchRequest(['actions.greet']), {}, { signal }),
    ).rejects.toMatchObject(refused);
    await expect(workspace.restartRunner(session, address, { debug: false, signal })).rejects.toMatchObject(
      refused,
    );
    await expect(workspace.checkEnv(session, address, { signal })).rejects.toMatchObject(refused);
    await expect(workspace.reloadAction(session, '/w/a::actions.greet')).rejects.toMatchObject(refused);
    await workspace.startRunners(session, { signal });
    expect(await workspace.payloadSchemas(session, '/w/a', ['actions.greet'], { signal })).toEqual({
      'actions.greet': null,
    });
    expect(t.runners.all).toEqual([]);
  },
);

test('trust is by folder; a person at the command line needs none', async () => {
  const editor: ClientSession = { kind: 'editor', label: 'editor' };
  await using t = createTestWorkspace({ files, handlers, trusted: new Set(['/w/b']) });
  await t.workspace.addDir(editor, '/w', { signal });
  expect(t.workspace.listRunners().map(({ projectDir }) => projectDir)).toEqual(['/w/b']);
  const report = await t.workspace.run(editor, runRequest('actions.greet', ''), {}, { signal });
  expect([...report.projects].map(([dir, { kind }]) => [dir, kind])).toEqual([
    ['/w/a', 'failed'],
    ['/w/b', 'finished'],
  ]);
  expect(t.runners.all.map(({ start }) => start.projectDir)).toEqual(['/w/b']);
  const typed = await t.workspace.run(cli, runRequest('actions.greet', '/w/a'), {}, { signal });
  expect(typed.result.json).toEqual({ ran: true });
});

test('a refused run is in the log', async () => {
  await using t = createTestWorkspace({ files, handlers, trusted: new Set(['/w/b']) });
  const editor: ClientSession = { kind: 'editor', label: 'editor' };
  await t.workspace.addDir(editor, '/w', { signal, startRunners: false });
  await t.workspace.run(editor, runRequest('actions.greet', ''), {}, { signal });
  expect(t.runLog.filter(({ projectDir }) => projectDir === '/w/a').map(({ event }) => event.kind)).toEqual([
    'rejected',
  ]);
});

test('an action that handlers ask for starts nothing in a folder that is not trusted', async () => {
  const editor: ClientSession = { kind: 'editor', label: 'editor' };
  await using t = createTestWorkspace({
    files: { ...files, '/w/b/finecode.toml': projectFile('greet: h1@dev', 'all: h2@dev') },
    handlers: {
      ...handlers,
      'tools.h2': ({ host, meta, runId, signal: own }) =>
        host.runInWorkspace({
          actionSource: 'actions.greet',
          payload: {},
          meta,
          parentRunId: runId,
          events: {},
          signal: own,
          projectDirs: null,
          concurrently: true,
        }),
    },
    trusted: new Set(['/w/b']),
  });
  await t.workspace.addDir(editor, '/w', { signal, startRunners: false });
  await expect(t.workspace.run(editor, runRequest('actions.all', '/w/b'), {}, { signal })).rejects.toThrow(
    'tandem trust /w/a',
  );
  expect(t.runners.all.map(({ start }) => start.projectDir)).toEqual(['/w/b']);
});
