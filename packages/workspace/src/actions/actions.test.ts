import { verifies } from '@tandem/testkit';
import { expect, test } from 'vitest';
import type { MemoryAction } from '../testing/memory-handler.js';
import { cli, createTestWorkspace, never, projectFile, runRequest } from '../testing/test-workspace.js';

const signal = never();
const file = '/w/a/finecode.toml';
const lint = { properties: { files: { type: 'array' } }, required: [] };
const actions: Readonly<Record<string, MemoryAction>> = {
  'actions.lint': {
    canonicalSource: 'real.lint.LintAction',
    aliases: ['short.Lint'],
    scope: 'project',
    schema: lint,
  },
  'actions.lint_js': { parentActionSource: 'real.lint.LintAction', language: 'javascript' },
  'actions.lint_py': { parentActionSource: 'actions.lint', language: 'python' },
};

async function open(more: Partial<Parameters<typeof createTestWorkspace>[0]> = {}) {
  const t = createTestWorkspace({
    files: { [file]: projectFile('lint: h1@dev', 'lint_js: h1@js', 'lint_py: h1@py', 'odd: h1@dev') },
    actions,
    handlers: { 'tools.h1': () => ({}) },
    ...more,
  });
  await t.workspace.addDir(cli, '/w', { signal, startRunners: false });
  return t;
}

test('what a runner tells about an action is listed once it has told', async () => {
  await using t = await open();
  const [before] = t.workspace.listActions('/w/a');
  expect(before).toEqual({
    projectDir: '/w/a',
    name: 'lint',
    source: 'actions.lint',
    handlers: [{ name: 'h1', source: 'tools.h1', envName: 'dev' }],
  });
  expect(t.runners.all).toEqual([]);
  await t.workspace.startRunners(cli, { signal });
  const [after, , , odd] = t.workspace.listActions();
  expect(after).toEqual({ ...before, canonicalSource: 'real.lint.LintAction', scope: 'project' });
  expect(odd?.canonicalSource).toBeUndefined();
});

test.each(['actions.lint', 'real.lint.LintAction', 'short.Lint'])(
  '%s names the action, before any runner runs',
  async (source) => {
    await using t = await open();
    expect((await t.workspace.run(cli, runRequest(source, '/w/a'), {}, { signal })).returnCode).toBe(0);
    expect((await t.workspace.run(cli, runRequest(source, ''), {}, { signal })).returnCode).toBe(0);
  },
);

test.each([
  'fine_lint.LintAction',
  'finecode_extension_api.actions.LintAction',
  'finecode_extension_api.actions.code_quality.lint_action.LintAction',
])('%s names an action that moved, whichever name the project uses', async (source) => {
  for (const declared of ['fine_lint.LintAction', 'finecode_extension_api.actions.LintAction']) {
    const declaration = projectFile('lint: h1@dev').replace('actions.lint', declared);
    await using t = await open({ files: { [file]: declaration }, actions: { [declared]: {} } });
    expect((await t.workspace.run(cli, runRequest(source, '/w/a'), {}, { signal })).returnCode).toBe(0);
  }
});

verifies(
  'wm/payload-schemas/cache',
  'payload schemas are asked for once, by any name, until the configuration changes',
  async () => {
    await using t = await open();
    const ask = (...sources: string[]) => t.workspace.payloadSchemas(cli, '/w/a', sources, { signal });
    expect(
      await t.workspace.payloadSchemas(cli, '/w/a', ['actions.lint'], { signal, startRunners: false }),
    ).toEqual({
      'actions.lint': null,
    });
    expect(await ask('actions.lint', 'real.lint.LintAction', 'actions.odd', 'nope.X')).toEqual({
      'actions.lint': lint,
      'real.lint.LintAction': lint,
      'actions.odd': null,
      'nope.X': null,
    });
    const runner = t.runners.at('/w/a', 'dev');
    let asked = 0;
    const { payloadSchemas } = runner;
    runner.payloadSchemas = () => {
      asked += 1;
      return payloadSchemas.call(runner);
    };
    await ask('actions.lint');
    expect(asked).toBe(0);
    await t.workspace.setConfigOverrides({ lint: { '': { x: 1 } } }, { signal });
    await ask('actions.lint');
    await ask('actions.lint');
    expect(asked).toBe(1);
    await t.workspace.reloadAction(cli, '/w/a::actions.lint');
    await ask('actions.lint');
    expect(asked).toBe(2);
    await expect(t.workspace.payloadSchemas(cli, '/nowhere', [], { signal })).rejects.toMatchObject({
      code: 'project-not-found',
    });
  },
);

test('reloading reaches the runners of the action', async () => {
  await using t = await open();
  await t.workspace.startRunners(cli, { signal });
  await t.workspace.reloadAction(cli, '/w/a::actions.lint');
  await t.workspace.reloadAction(cli, '/w/a::actions.lint::h1');
  expect(t.runners.at('/w/a', 'dev').reloaded).toEqual(['lint', 'lint']);
  expect(t.runners.at('/w/a', 'py').reloaded).toEqual([]);
  const refuse = (nodeId: string) =>
    expect(t.workspace.reloadAction(cli, nodeId)).rejects.toMatchObject({ code: 'action-not-found' });
  await refuse('/w/a');
  await refuse('/w/a::');
  await refuse('/elsewhere::actions.lint');
  await refuse('/w/a::actions.nope');
});

test('a runner is told which actions do for one language what a parent does for all', async () => {
  const found: unknown[] = [];
  await using t = await open({
    handlers: {
      'tools.h1': async ({ host }) => {
        found.push(await host.subactions('real.lint.LintAction'), await host.subactions('actions.odd'));
      },
    },
  });
  await t.workspace.run(cli, runRequest('actions.lint', '/w/a'), {}, { signal });
  expect(found).toEqual([
    [
      { source: 'actions.lint_js', canonicalSource: 'actions.lint_js', language: 'javascript' },
      { source: 'actions.lint_py', canonicalSource: 'actions.lint_py', language: 'python' },
    ],
    [],
  ]);
});

test('a runner can ask for the workspace around it', async () => {
  const found: unknown[] = [];
  await using t = await open({
    handlers: {
      'tools.h1': async ({ host }) => {
        found.push(host.projects().map(({ dir, status }) => [dir, status]));
        found.push(
          host
            .actions()
            .map(({ source }) => source)
            .slice(0, 1),
        );
        found.push(Object.hasOwn(await host.rawConfig('/w/a/pyproject.toml'), 'tool'));
        found.push(await host.editablePackages());
        await host.rawConfig('/elsewhere/finecode.toml').catch((error: Error) => found.push(error.message));
        host.userMessage('look', 'warning');
        host.logRecord({ level: 'INFO', group: 'g', message: 'hello', timeMs: 1 });
      },
    },
  });
  const records: unknown[] = [];
  t.workspace.subscribe({ logRecord: (record) => void records.push(record) });
  await t.workspace.run(cli, runRequest('actions.lint', '/w/a'), {}, { signal });
  expect(found).toEqual([
    [['/w/a', 'valid']],
    ['actions.lint'],
    true,
    {},
    '/elsewhere/finecode.toml belongs to no project of this workspace that has a valid configuration.',
  ]);
  expect(t.messages).toEqual([{ kind: 'warning', message: 'look' }]);
  expect(records).toEqual([
    { projectDir: '/w/a', envName: 'dev', level: 'INFO', group: 'g', message: 'hello', timeMs: 1 },
  ]);
});

test('a canonical source that one project knows already names the action in all that configure it alike', async () => {
  await using t = await open({
    files: { [file]: projectFile('lint: h1@dev'), '/w/b/finecode.toml': projectFile('lint: h1@dev') },
  });
  await t.workspace.startRunners(cli, { signal, projects: ['/w/a'] });
  const report = await t.workspace.run(cli, runRequest('real.lint.LintAction', ''), {}, { signal });
  expect([...report.projects.keys()]).toEqual(['/w/a', '/w/b']);
});
