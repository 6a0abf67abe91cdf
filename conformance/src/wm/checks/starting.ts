import { expectEqual } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import { liveRunners } from '../live-runners.js';
import type { ProbeProject } from '../probe/project.js';

const project: ProbeProject = { actions: ['note', 'pid'] };
const two = { alpha: project, beta: project };

/** `workspace/startRunners`. */
export const startingChecks: readonly WmCheck[] = [
  {
    id: 'starting/result',
    title: 'workspace/startRunners answers with an empty object',
    proves: ['wm/start-runners/result'],
    async run(session) {
      await session.addWorkspace({ alpha: project });
      expectEqual('the result', await session.startRunners(), {});
    },
  },
  {
    id: 'starting/some',
    title: 'with projects only their runners are started',
    proves: ['wm/start-runners/some'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace(two);
      await session.startRunners({ projects: ['beta'] });
      const runners = await liveRunners(session, dir);
      await session.requireRuns(projectDir('beta'));
      expectEqual('the projects with a runner', runners, ['beta']);
    },
  },
  {
    id: 'starting/all',
    title: 'without projects the runners of all are started',
    proves: ['wm/start-runners/all'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace(two);
      await session.startRunners();
      const runners = await liveRunners(session, dir);
      await session.requireRuns(projectDir('alpha'));
      expectEqual('the projects with a runner', runners, ['alpha', 'beta']);
    },
  },
  {
    id: 'starting/complements',
    title: 'a runner that runs already is left as it is',
    proves: ['wm/start-runners/complements'],
    async run(session) {
      const { dir } = await session.startProject(['pid']);
      const before = await session.notes({ project: dir, action: 'pid' });
      await session.startRunners();
      expectEqual('the process of the runner', await session.notes({ project: dir, action: 'pid' }), before);
    },
  },
  {
    id: 'starting/presets',
    title: 'actions of presets can be run afterwards',
    proves: ['wm/start-runners/presets'],
    async run(session) {
      const { projectDir } = await session.addWorkspace({
        alpha: { actions: ['meta', 'note'], preset: true },
      });
      await session.startRunners();
      await session.requireRuns(projectDir('alpha'));
      const notes = await session.notes({ project: projectDir('alpha'), action: 'meta' });
      expectEqual('what the action of the preset says', notes, ['unknown', 'cli']);
    },
  },
];
