import { expect, test } from 'vitest';
import type { ClientSession, DebugTarget } from '../clients/client-session.js';
import { cli, createTestWorkspace, never, projectFile, runRequest } from '../testing/test-workspace.js';

const signal = never();
const address = { projectDir: '/w/a', envName: 'dev' };
const files = {
  '/w/a/finecode.toml': projectFile('greet: h1@dev h2@other'),
  '/w/b/finecode.toml': projectFile('greet: h1@dev'),
  '/w/a/.venvs/dev/marker': '',
};

async function open(more: Partial<Parameters<typeof createTestWorkspace>[0]> = {}) {
  const t = createTestWorkspace({ files, handlers: { 'tools.h1': () => ({}) }, ...more });
  await t.workspace.addDir(cli, '/w', { signal });
  return t;
}

test('runners are listed, all or those of a project', async () => {
  await using t = await open();
  const names = (dir?: string) =>
    t.workspace
      .listRunners(dir)
      .map(({ projectName, envName, status }) => `${projectName}::${envName} ${status}`);
  expect(names()).toEqual(['a::dev running', 'a::other running', 'b::dev running']);
  expect(names('/w/b')).toEqual(['b::dev running']);
  expect(() => names('/nowhere')).toThrow('No project');
});

test('a restart under a debugger tells the client where to attach before it is over', async () => {
  let attached: () => void = () => undefined;
  const isAttached = new Promise<void>((resolve) => {
    attached = resolve;
  });
  await using t = await open({
    beforeStart: async ({ debug }, { onDebugAddress }) => {
      if (!debug) return;
      onDebugAddress?.({ host: '127.0.0.1', port: 5678 });
      await isAttached;
    },
  });
  const targets: DebugTarget[] = [];
  const editor: ClientSession = {
    kind: 'cli',
    label: 'editor',
    startDebugging: async (target) => {
      targets.push(target);
      attached();
    },
  };
  await t.workspace.restartRunner(editor, address, { debug: true, signal });
  expect(targets).toEqual([{ ...address, runtime: 'node', host: '127.0.0.1', port: 5678 }]);
  expect(t.runners.at('/w/a', 'dev').start.debug).toBe(true);
});

test('a runner that does not wait is attached to once it runs; a client without a debugger is left alone', async () => {
  await using t = await open();
  const targets: DebugTarget[] = [];
  const editor: ClientSession = {
    kind: 'cli',
    label: 'editor',
    startDebugging: async (target) => void targets.push(target),
  };
  await t.workspace.restartRunner(editor, address, { debug: true, signal });
  expect(targets).toMatchObject([{ port: 9229 }]);
  await t.workspace.restartRunner(cli, address, { debug: true, signal });
  await t.workspace.restartRunner(editor, address, { debug: false, signal });
  expect(targets).toHaveLength(1);
});

test('environments are checked and removed by name, after their runner has stopped', async () => {
  await using t = await open();
  expect(await t.workspace.checkEnv(cli, address, { signal })).toBe(true);
  const runner = t.runners.at('/w/a', 'dev');
  await t.workspace.removeEnv(address, { signal });
  expect(runner.isRunning).toBe(false);
  expect(await t.files.stat('/w/a/.venvs/dev')).toBeUndefined();
  t.runners.missingEnvs.add('/w/a/.venvs/dev');
  expect(await t.workspace.checkEnv(cli, address, { signal })).toBe(false);
  await t.workspace.removeEnv(address, { signal });
});

test.each(['nope', '..', '../../b', ''])(
  'environment %j does not exist and nothing is removed',
  async (envName) => {
    await using t = await open();
    await expect(t.workspace.removeEnv({ projectDir: '/w/a', envName }, { signal })).rejects.toMatchObject({
      code: 'env-not-found',
    });
    expect(await t.files.stat('/w/a/finecode.toml')).toBeDefined();
  },
);

test('each column of an interpreter matrix is a run of its own, and one that fails spoils no other', async () => {
  const matrix = `${projectFile('greet: h1@py')}
[finecode.env.py]
runtime = "python"
interpreters = ["3.11", "3.12"]
`;
  await using t = createTestWorkspace({
    files: { '/w/finecode.toml': matrix },
    handlers: {
      'tools.h1': ({ envName, params }) => {
        if (envName === params['broken']) throw new Error('too old');
        return { ran: envName };
      },
    },
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  const run = (more: Parameters<typeof runRequest>[2]) =>
    t.workspace.run(cli, runRequest('actions.greet', '/w', more), {}, { signal });
  const both = await run({ resultFormats: ['json', 'string'] });
  expect(both.result.json).toEqual({
    'cpython@3.11': { ran: 'py@cpython-3.11' },
    'cpython@3.12': { ran: 'py@cpython-3.12' },
  });
  expect(both.result.string).toContain('=== cpython@3.11 ===\n{"ran"');
  const oneFails = await run({ params: { broken: 'py@cpython-3.11' } });
  expect(oneFails).toMatchObject({
    result: { json: { 'cpython@3.11': { error: 'too old' }, 'cpython@3.12': { ran: 'py@cpython-3.12' } } },
    returnCode: 1,
  });
  const chosen = await run({ interpreterSelectors: ['3.12'] });
  expect(chosen.result.json).toEqual({ 'cpython@3.12': { ran: 'py@cpython-3.12' } });
  await expect(run({ interpreterSelectors: ['3.99'] })).rejects.toMatchObject({ code: 'env-not-found' });
  const parts: unknown[] = [];
  const observer = {
    partial: ({ interpreter }: { readonly interpreter?: string }) => void parts.push(interpreter),
  };
  await t.workspace.run(cli, runRequest('actions.greet', '/w'), observer, { signal });
  expect(parts.sort()).toEqual(['cpython@3.11', 'cpython@3.12']);
});
