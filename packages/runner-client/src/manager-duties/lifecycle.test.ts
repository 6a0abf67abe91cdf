import { join } from 'node:path';
import { verifies } from '@tandem/testkit';
import { expect } from 'vitest';
import { never } from '../testing/launch.js';
import { cli, openRecordedWorkspace, type RecordedWorkspace } from '../testing/recorded-workspace.js';

/** `initialize >`, then `initialize <`: what runners were sent and when they answered. */
async function conversation({ record }: RecordedWorkspace): Promise<readonly string[]> {
  return (await record()).flatMap((entry) => {
    if (entry.kind === 'message') return [`${entry.method} >`];
    return entry.kind === 'answer' ? [`${entry.method} <`] : [];
  });
}

verifies(
  'er/transport/spawn',
  'a Python runner is started as a module, for its project and environment',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] }, {}, { runtime: 'python' });
    await t.run('actions.lint', 'a');
    const [spawned] = await t.record();
    expect(spawned).toMatchObject({ kind: 'spawn' });
    const argv = spawned?.kind === 'spawn' ? spawned.argv : [];
    expect(argv.slice(0, 3)).toEqual(['-m', 'finecode_extension_runner.cli', 'start']);
    expect(argv).toEqual(expect.arrayContaining([`--project-path=${join(t.dir, 'a')}`, '--env-name=dev']));
  },
);

verifies(
  'er/lifecycle/one-per-env',
  'each project and environment has one process, whoever needs it',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev h2@other'], b: ['lint: h1@dev'] });
    await Promise.all(['a', 'a', 'b', 'b'].map((project) => t.run('actions.lint', project)));
    await t.run('actions.lint', 'a');
    const spawned = (await t.record()).filter(({ kind }) => kind === 'spawn');
    expect(spawned.map(({ project, env }) => `${project} ${env}`).sort()).toEqual([
      `${join(t.dir, 'a')} dev`,
      `${join(t.dir, 'a')} other`,
      `${join(t.dir, 'b')} dev`,
    ]);
  },
);

verifies(
  [
    'er/lifecycle/initialize-first',
    'er/lifecycle/initialized',
    'er/lifecycle/update-config',
    'er/lifecycle/resolve-meta',
  ],
  'a runner is greeted, configured and asked about its actions, each when it has answered, and only then used',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] });
    await t.run('actions.lint', 'a');
    const said = (await conversation(t)).filter((line) => !line.startsWith('finecodeRunner/getInfo'));
    expect(said).toEqual([
      'initialize >',
      'initialize <',
      'initialized >',
      'finecodeRunner/updateConfig >',
      'finecodeRunner/updateConfig <',
      'finecodeRunner/resolveActionMeta >',
      'finecodeRunner/resolveActionMeta <',
      'actions/run >',
      'actions/run <',
    ]);
    const [update] = await t.sent('finecodeRunner/updateConfig');
    expect(update?.params).toMatchObject({
      workingDir: join(t.dir, 'a'),
      config: { actions: [{ name: 'lint', handlers: [{ name: 'h1', source: 'tools.h1' }] }] },
    });
  },
);

verifies('er/lifecycle/ready', 'a runner that is said to run has told about its actions before', async () => {
  const actions = { 'actions.lint': { canonicalSource: 'real.lint.Lint', runsConcurrently: true } };
  const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] }, { actions });
  const seen: string[] = [];
  const look = () => {
    const [runner] = t.workspace.listRunners();
    const [action] = t.workspace.listActions();
    seen.push(`${runner?.status} ${action?.canonicalSource}`);
  };
  look();
  using _listening = t.workspace.subscribe({ treeChanged: look });
  await t.workspace.startRunners(cli, never());
  look();
  expect(seen.at(0)).toBe('undefined undefined');
  expect(seen.at(-1)).toBe('running real.lint.Lint');
  expect(seen).not.toContain('running undefined');
});

verifies(
  'er/lifecycle/shutdown',
  'a runner is stopped by shutdown, and by exit when it has answered',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] });
    await t.run('actions.lint', 'a');
    await t.workspace[Symbol.asyncDispose]();
    expect((await conversation(t)).slice(-3)).toEqual(['shutdown >', 'shutdown <', 'exit >']);
  },
);

verifies(
  'er/cancel/sent',
  'a run that nobody wants any more is cancelled by the id of its request',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] }, { handlers: { h1: { holds: true } } });
    const cancel = new AbortController();
    const told = new Promise<void>((resolve) => {
      t.workspace.subscribe({
        userMessage: ({ message }) =>
          message === 'holding' ? cancel.abort(new Error('not needed')) : resolve(),
      });
    });
    await expect(t.run('actions.lint', 'a', { signal: cancel.signal })).rejects.toThrow('not needed');
    await told;
    const [run] = await t.sent('actions/run');
    const cancelled = await t.sent('$/cancelRequest');
    expect(run?.id).toBeDefined();
    expect(cancelled.map(({ params }) => params)).toEqual([{ id: run?.id }]);
  },
);
