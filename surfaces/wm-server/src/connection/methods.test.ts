import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifies } from '@tandem/testkit';
import type { WorkspaceConnection } from '@tandem/workspace-client';
import { expect, test } from 'vitest';
import { demoActions } from '../testing/demo-runners.js';
import { demoSource, writeDemoProject } from '../testing/demo-workspace.js';
import { refusal } from '../testing/refusal.js';
import { startTestDaemon, startTestWorkspace } from '../testing/test-daemon.js';

verifies(
  [
    'wm/list-projects/empty',
    'wm/list-projects/shape',
    'wm/add-dir/result',
    'wm/add-dir/once',
    'wm/add-dir/union',
  ],
  'a folder is added once; all clients see it',
  async () => {
    const { connect, workspaceRoot } = await startTestDaemon();
    const [first, second] = [connect(), connect()];
    expect(await first.request('workspace/listProjects', {})).toEqual([]);
    const project = { name: 'demo', path: workspaceRoot, status: 'CONFIG_VALID' };
    const added = await first.request('workspace/addDir', { dirPath: workspaceRoot, startRunners: false });
    expect(added).toEqual({ projects: [project] });
    expect(await second.request('workspace/addDir', { dirPath: workspaceRoot })).toEqual({ projects: [] });
    expect(await second.request('workspace/listProjects', {})).toEqual([project]);
    await first.request('workspace/removeDir', { dirPath: workspaceRoot });
    expect(await second.request('workspace/listProjects', {})).toEqual([]);
  },
);

test('a broken project is CONFIG_INVALID, a plain one NO_FINECODE, and the others work', async () => {
  const { connect, workspaceRoot } = await startTestDaemon();
  await mkdir(join(workspaceRoot, 'broken'));
  await writeFile(join(workspaceRoot, 'broken', 'finecode.toml'), '[finecode\n');
  const wm = connect();
  const { projects } = await wm.request('workspace/addDir', { dirPath: workspaceRoot });
  expect(projects.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
    'broken CONFIG_INVALID',
    'demo CONFIG_VALID',
  ]);
  const run = { actionSource: demoSource('echo'), project: workspaceRoot, params: { text: 'hi' } };
  expect(await wm.request('actions/run', run)).toMatchObject({ returnCode: 0 });
});

verifies(
  ['wm/find-project/found', 'wm/find-project/none', 'wm/raw-config/shape', 'wm/raw-config/unknown'],
  'what project a file is in, and how that project is configured',
  async () => {
    const { wm, workspaceRoot } = await startTestWorkspace();
    const find = (filePath: string) => wm.request('workspace/findProjectForFile', { filePath });
    expect(await find(join(workspaceRoot, 'src', 'a b#%é.ts'))).toEqual({ project: workspaceRoot });
    expect(await find('/elsewhere/a.ts')).toEqual({ project: null });
    const { rawConfig } = await wm.request('workspace/getProjectRawConfig', { project: workspaceRoot });
    expect(rawConfig).toHaveProperty(['tool', 'finecode', 'action', 'echo', 'source'], 'demo.echo');
    expect(await refusal(wm.request('workspace/getProjectRawConfig', { project: '/nope' }))).toMatchObject({
      code: -32602,
      message: expect.stringContaining('/nope'),
    });
    expect(await wm.request('workspace/getWorkspacePackages', {})).toHaveProperty('packages');
    expect(await wm.request('workspace/getWorkspaceEditablePackages', {})).toHaveProperty('packages');
  },
);

verifies(
  ['wm/actions-list/all', 'wm/actions-list/project', 'wm/actions-list/shape', 'wm/payload-schemas/keys'],
  'actions and their payloads',
  async () => {
    const { wm, workspaceRoot } = await startTestWorkspace();
    const { actions } = await wm.request('actions/list', {});
    expect(actions.map(({ name }) => name).sort()).toEqual([...demoActions].sort());
    expect(actions.find(({ name }) => name === 'echo')).toMatchObject({
      source: 'demo.echo',
      project: workspaceRoot,
      handlers: [{ name: 'demo', source: 'demo.echo.Handler', env: 'dev' }],
    });
    expect((await wm.request('actions/list', { project: workspaceRoot })).actions).toEqual(actions);
    await wm.request('workspace/startRunners', {});
    const schemas = await wm.request('actions/getPayloadSchemas', {
      project: workspaceRoot,
      actionSources: ['demo.echo', 'nope.Nope'],
    });
    expect(schemas).toEqual({
      schemas: {
        'demo.echo': { properties: { text: { type: 'string' } }, required: ['text'] },
        'nope.Nope': null,
      },
    });
  },
);

verifies(
  ['wm/tree/node', 'wm/tree/node-types', 'wm/tree/id-action', 'wm/tree/id-env', 'wm/tree/status'],
  'the tree, whole and below one node',
  async () => {
    const { wm, workspaceRoot } = await startTestWorkspace();
    const { nodes } = await wm.request('actions/getTree', {});
    const [root] = nodes;
    expect(root).toMatchObject({ nodeId: workspaceRoot, nodeType: 1, status: 'CONFIG_VALID' });
    expect(root?.subnodes.map(({ nodeId, nodeType, status }) => ({ nodeId, nodeType, status }))).toEqual([
      { nodeId: `${workspaceRoot}::actions`, nodeType: 3, status: '' },
      { nodeId: `${workspaceRoot}::envs`, nodeType: 5, status: '' },
    ]);
    const below = await wm.request('actions/getTree', { parentNodeId: `${workspaceRoot}::actions` });
    expect(below.nodes).toContainEqual(
      expect.objectContaining({ nodeId: `${workspaceRoot}::demo.echo`, nodeType: 2, source: 'demo.echo' }),
    );
    expect(await wm.request('actions/getTree', { parentNodeId: '/nope' })).toEqual({ nodes: [] });
  },
);

verifies(
  [
    'wm/runners-list/shape',
    'wm/runners-list/project',
    'wm/runners-list/status',
    'wm/restart/result',
    'wm/check-env/invalid',
  ],
  'runners are listed, restarted and checked',
  async () => {
    const { wm, workspaceRoot, runners } = await startTestWorkspace();
    await wm.request('workspace/startRunners', {});
    const { runners: listed } = await wm.request('runners/list', { project: workspaceRoot });
    const dev = listed.find(({ env }) => env === 'dev');
    expect(dev).toMatchObject({ project: workspaceRoot, status: 'RUNNING', readable_id: 'demo::dev' });
    expect(await refusal(wm.request('runners/list', { project: '/nope' }))).toMatchObject({ code: -32602 });
    expect(await wm.request('runners/restart', { project: workspaceRoot, env: 'dev' })).toEqual({});
    expect(runners.history.filter((event) => event === 'started dev')).toHaveLength(2);
    expect(await wm.request('runners/checkEnv', { project: workspaceRoot, envName: 'dev' })).toEqual({
      valid: true,
    });
    expect(await refusal(wm.request('runners/checkEnv', { project: '/nope', envName: 'dev' }))).toMatchObject(
      {
        code: -32602,
      },
    );
  },
);

test('restarting for a debugger asks the client that wants it to attach, before the answer', async () => {
  const { connect, workspaceRoot } = await startTestDaemon();
  const asked: unknown[] = [];
  const wm = connect({ handlers: { 'ide/startDebugging': (params) => void asked.push(params) } });
  await wm.request('workspace/addDir', { dirPath: workspaceRoot });
  expect(await wm.request('runners/restart', { project: workspaceRoot, env: 'dev', debug: true })).toEqual(
    {},
  );
  expect(asked).toEqual([
    expect.objectContaining({ type: 'node', request: 'attach', address: '127.0.0.1', port: 9229 }),
  ]);
});

test('what this server does not do it says, with the way out', async () => {
  const { wm, workspaceRoot } = await startTestWorkspace();
  const check = async (answer: Promise<unknown>, code: number, words: string) =>
    expect(await refusal(answer)).toMatchObject({ code, message: expect.stringContaining(words) });
  await check(wm.request('workspace/prepareEnvs', { dirPath: workspaceRoot }), -32002, 'tandem prepare-envs');
  await check(
    wm.request('workspace/startRunners', { pythonOverrides: { dev: '/py' } }),
    -32002,
    'interpreter',
  );
  await check(wm.request('workspace/reloadConfig', {}), -32602, 'allProjects');
  await check(wm.request('actions/reload', { actionNodeId: `${workspaceRoot}::nope.X` }), -32602, 'nope.X');
});

test('configuration is read again and handler code loaded again on request', async () => {
  const { wm, workspaceRoot, runners } = await startTestWorkspace();
  expect(await wm.request('actions/reload', { actionNodeId: `${workspaceRoot}::demo.echo` })).toEqual({});
  expect(runners.history).toContain('reloaded echo');
  await writeDemoProject(workspaceRoot, 'renamed');
  const { projects } = await wm.request('workspace/reloadConfig', { allProjects: true });
  expect(projects).toMatchObject([{ project: workspaceRoot, status: 'recovered' }]);
  expect(await wm.request('workspace/listProjects', {})).toMatchObject([{ name: 'renamed' }]);
  expect(await wm.request('workspace/setConfigOverrides', { overrides: { echo: { '': { x: 1 } } } })).toEqual(
    {},
  );
  expect(await wm.request('server/reset', {})).toEqual({});
});

verifies(['wm/get-info/log-file', 'wm/get-info/static'], 'the server tells where its log is', async () => {
  const { connect, daemon } = await startTestDaemon();
  const wm: WorkspaceConnection = connect();
  const info = await wm.request('server/getInfo', {});
  expect(info).toEqual({ logFilePath: daemon.logFile, pid: process.pid, version: '0.0.0-test' });
  expect(await wm.request('client/initialize', { clientId: 'lsp' })).toEqual({ logFilePath: daemon.logFile });
  expect(await wm.request('client/initialize', { clientId: 'lsp' })).toEqual({ logFilePath: daemon.logFile });
  expect(await wm.request('server/getInfo', {})).toEqual(info);
  expect(await wm.request('server/getResourceUsage', {})).toMatchObject({ pid: process.pid });
});
