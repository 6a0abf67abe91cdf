import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { generateWorkspace, type ProjectName } from './testing/generated-workspace.js';
import { linesByProject } from './testing/run-results.js';
import { connectToSharedDaemon } from './testing/wm-client.js';

test.each<ProjectName>(['alpha', 'ga mma #1 ü 100%'])(
  'a command sees what an editor has not saved in %s',
  async (name) => {
    const workspace = await generateWorkspace();
    const check = async (expected: string) => {
      const { stdout, stderr } = await workspace.tandem([
        ...['run', '--shared-server', '--json', `--project=${name}`],
        ...['show', '--file=notes.txt'],
      ]);
      expect(stderr).toBe('');
      expect(linesByProject(stdout)).toEqual({ [name]: [`${name}/tools: ${expected}`] });
    };
    await check('saved\n');

    const editor = await connectToSharedDaemon(workspace.rootDir);
    const uri = pathToFileURL(path.join(workspace.projectDir(name), 'notes.txt')).href;
    await editor.notify('documents/opened', { uri, version: 1, text: 'unsaved 😀 text' });
    // The answer to a later request shows that the notification has been dealt with.
    await editor.request('server/getInfo', {});
    await check('unsaved 😀 text');

    const range = { start: { line: 0, character: 8 }, end: { line: 0, character: 10 } };
    await editor.notify('documents/changed', { uri, version: 2, contentChanges: [{ range, text: 'ü' }] });
    await editor.request('server/getInfo', {});
    await check('unsaved ü text');

    await editor.close();
    await check('saved\n');
    expect(await workspace.gitStatus()).toBe('');
  },
);
