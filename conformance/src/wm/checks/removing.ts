import { join } from 'node:path';
import { expectEqual } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import { expectNames, inside } from '../expect.js';
import { liveRunners } from '../live-runners.js';
import { threeProjects } from '../session.js';

/** `workspace/removeDir`. */
export const removingChecks: readonly WmCheck[] = [
  {
    id: 'removing/result',
    title: 'workspace/removeDir answers with an empty object',
    proves: ['wm/remove-dir/result'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      expectEqual('the result', await session.ask('workspace/removeDir', { dirPath: dir }), {});
    },
  },
  {
    id: 'removing/forgets',
    title: 'projects of a removed directory are gone, with their actions and files',
    proves: ['wm/remove-dir/forgets'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace();
      await session.ask('workspace/removeDir', { dirPath: dir });
      const listed = await session.askList('workspace/listProjects', undefined);
      expectEqual('the projects that are still listed', inside(dir, listed, 'path'), []);
      const actions = await session.askList('actions/list', 'actions');
      expectEqual('the actions that are still listed', inside(dir, actions, 'project'), []);
      const filePath = join(projectDir('alpha'), 'document.txt');
      expectEqual('the project', await session.ask('workspace/findProjectForFile', { filePath }), {
        project: null,
      });
    },
  },
  {
    id: 'removing/others-stay',
    title: 'projects of other directories stay',
    proves: ['wm/remove-dir/forgets', 'wm/add-dir/union'],
    async run(session) {
      const gone = await session.addWorkspace();
      const kept = await session.addWorkspace({ alpha: threeProjects.alpha });
      await session.ask('workspace/removeDir', { dirPath: gone.dir });
      const listed = await session.askList('workspace/listProjects', undefined);
      expectNames('the other directory', inside(kept.dir, listed, 'path'), ['alpha']);
    },
  },
  {
    id: 'removing/runners',
    title: 'runners of a removed directory are stopped',
    proves: ['wm/remove-dir/runners'],
    async run(session) {
      const { workspace } = await session.startProject([]);
      await session.ask('workspace/removeDir', { dirPath: workspace.dir });
      expectEqual('the projects with a runner', await liveRunners(session, workspace.dir), []);
    },
  },
];
