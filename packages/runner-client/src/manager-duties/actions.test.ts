import { join } from 'node:path';
import { verifies } from '@tandem/testkit';
import { expect } from 'vitest';
import { never } from '../testing/launch.js';
import { cli, openRecordedWorkspace } from '../testing/recorded-workspace.js';

const actions = { 'actions.lint': { canonicalSource: 'real.lint.Lint' } };

verifies(
  'er/action-meta/primary',
  'an action is found by the canonical source that a runner told',
  async () => {
    const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] }, { actions });
    await t.workspace.startRunners(cli, never());
    expect((await t.run('real.lint.Lint', 'a')).result.json).toEqual({ said: ['h1'] });
    expect(await t.sent('actions/resolveSource')).toEqual([]);
    expect(t.workspace.listActions()).toMatchObject([
      { source: 'actions.lint', canonicalSource: 'real.lint.Lint' },
    ]);
  },
);

verifies('er/action-meta/pending', 'what one runner cannot import another one may tell', async () => {
  const t = await openRecordedWorkspace(
    { a: ['lint: h1@dev h2@other'] },
    { actions: { 'actions.lint': { canonicalSource: 'real.lint.Lint', importableIn: ['other'] } } },
  );
  const canonical = () => t.workspace.listActions().find(({ name }) => name === 'lint')?.canonicalSource;
  const start = (envName: string) =>
    t.workspace.restartRunner(cli, { projectDir: join(t.dir, 'a'), envName }, { ...never(), debug: false });
  await start('dev');
  expect(canonical()).toBeUndefined();
  await start('other');
  expect(canonical()).toBe('real.lint.Lint');
  await start('dev');
  expect(canonical()).toBe('real.lint.Lint');
});

verifies('er/resolve-source/use', 'only a name that nobody knows is put to a runner', async () => {
  const aliases = { 'short.Lint': 'real.lint.Lint' };
  const t = await openRecordedWorkspace({ a: ['lint: h1@dev'] }, { actions, aliases });
  await t.run('actions.lint', 'a');
  expect(await t.sent('actions/resolveSource')).toEqual([]);
  expect((await t.run('short.Lint', 'a')).result.json).toEqual({ said: ['h1'] });
  const asked = await t.sent('actions/resolveSource');
  expect(asked.map(({ params }) => params)).toEqual([{ source: 'short.Lint' }]);
  await expect(t.run('short.Nothing', 'a')).rejects.toMatchObject({ code: 'action-not-found' });
});
