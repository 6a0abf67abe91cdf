import { expect, test } from 'vitest';
import { generateWorkspace, type ProjectName, projectNames } from './testing/generated-workspace.js';
import { untilNoneMention } from './testing/related-processes.js';
import { inEach, linesByProject } from './testing/run-results.js';

test('a command runs actions of every kind in all projects, and leaves nothing behind', async () => {
  const workspace = await generateWorkspace();
  const check = async (args: readonly string[], expected: (name: ProjectName) => readonly string[]) => {
    const { code, stdout, stderr } = await workspace.tandem(['run', ...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(linesByProject(stdout)).toEqual(inEach(projectNames, expected));
    await untilNoneMention(workspace.scratchDir);
    expect(await workspace.gitStatus()).toBe('');
  };
  await check(['echo', '--text=hi ü'], (name) => [`${name}/dev: hi ü`]);
  await check(['echo', '--text=hi', '--config.say.prefix=oh '], (name) => [`${name}/dev: oh hi`]);
  await check(['chain', '--text=x'], (name) => [
    `${name}/dev: first after 0, x`,
    `${name}/tools: second after 1, x`,
    `${name}/dev: third after 2, x`,
  ]);
  await check(['gather', '--text=x'], (name) => [
    `${name}/dev: here alone, x`,
    `${name}/tools: there alone, x`,
  ]);
  await check(['count', '--to=4'], (name) => [1, 2, 3, 4].map((number) => `${name}/dev: part ${number}`));
  await check(['show', '--file=notes.txt'], (name) => [`${name}/tools: saved\n`]);
});
