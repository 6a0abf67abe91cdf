import { rename, rm, symlink, unlink, utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTempProject, type TempProject } from '../testing/temp-project.js';
import { InputFiles } from './input-files.js';

async function check(
  path: string,
  change: (project: TempProject) => Promise<unknown>,
  expected: 'changed' | 'unchanged',
): Promise<void> {
  await using project = await createTempProject({ 'a.ts': 'one', 'b.ts': 'one', 'dir/c.ts': 'c' });
  await symlink(project.path('a.ts'), project.path('link.ts'));
  const inputs = new InputFiles();
  inputs.note(project.path(path));
  expect(inputs.areUnchanged()).toBe(true);
  await change(project);
  expect([path, inputs.areUnchanged() ? 'unchanged' : 'changed']).toEqual([path, expected]);
}

test('content counts, not the time of writing', async () => {
  await check('a.ts', (project) => project.write('a.ts', 'another'), 'changed');
  await check('a.ts', (project) => project.write('a.ts', 'two'), 'changed');
  await check('a.ts', (project) => project.write('a.ts', 'one'), 'unchanged');
  await check('a.ts', (project) => utimes(project.path('a.ts'), 1, 1), 'unchanged');
  await check('a.ts', (project) => project.write('b.ts', 'two'), 'unchanged');
});

test('what comes, goes, or takes the place of something else', async () => {
  await check('a.ts', (project) => unlink(project.path('a.ts')), 'changed');
  await check('a.ts', (project) => rename(project.path('b.ts'), project.path('a.ts')), 'changed');
  await check('new.ts', (project) => project.write('new.ts', ''), 'changed');
  await check('new/new.ts', (project) => project.write('new/new.ts', ''), 'changed');
  await check('a.ts/new.ts', async () => {}, 'unchanged');
  await check('dir', (project) => project.write('dir/d.ts', ''), 'unchanged');
  await check('dir', (project) => rm(project.path('dir'), { recursive: true }), 'changed');
  const pointElsewhere = async (project: TempProject) => {
    await unlink(project.path('link.ts'));
    await symlink(project.path('b.ts'), project.path('link.ts'));
  };
  await check('link.ts', pointElsewhere, 'changed');
});

test('a second edit of the same length shows, however quickly it comes', async () => {
  await using project = await createTempProject({});
  for (let round = 0; round < 300; round += 1) {
    await project.write('a.ts', 'one');
    const inputs = new InputFiles();
    inputs.note(project.path('a.ts'));
    await project.write('a.ts', 'two');
    expect([round, inputs.areUnchanged()]).toEqual([round, false]);
  }
});

test('a file is as it was first noted: it may have been read since', async () => {
  await using project = await createTempProject({ 'a.ts': 'one' });
  const inputs = new InputFiles();
  inputs.note(project.path('a.ts'));
  await project.write('a.ts', 'two');
  inputs.note(project.path('a.ts'));
  expect(inputs.areUnchanged()).toBe(false);
});
