import { expectEqual } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import { expectNames, inside } from '../expect.js';
import { liveRunners } from '../live-runners.js';
import { threeProjects, type WmSession } from '../session.js';

const noRunners = { startRunners: false };

async function actionsIn(session: WmSession, dir: string) {
  return inside(dir, await session.askList('actions/list', 'actions'), 'project');
}

async function expectActionsOf(session: WmSession, dir: string, projects: readonly string[]): Promise<void> {
  const actions = await actionsIn(session, dir);
  const found = new Set(actions.map((action) => String(action['project']).slice(dir.length + 1)));
  expectEqual('the projects whose actions are known', [...found].toSorted(), projects.toSorted());
}

/** `workspace/addDir`. */
export const addingChecks: readonly WmCheck[] = [
  {
    id: 'adding/result',
    title: 'the projects that were initialised are in the result, by name, path and status',
    proves: ['wm/add-dir/result', 'wm/add-dir/discovers', 'wm/add-dir/status'],
    async run(session) {
      const { dir, projectDir } = await session.createWorkspace();
      const expected = Object.keys(threeProjects).map((name) => ({
        name,
        path: projectDir(name),
        status: 'CONFIG_VALID',
      }));
      expectEqual('the projects', inside(dir, await session.addDir(dir, noRunners), 'path'), expected);
    },
  },
  {
    id: 'adding/again',
    title: 'a directory that is added again initialises nothing again',
    proves: ['wm/add-dir/once', 'wm/add-dir/result'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      expectEqual('the projects of the second call', await session.addDir(dir, noRunners), []);
    },
  },
  {
    id: 'adding/filter-by-name',
    title: 'with names, only those projects are initialised',
    proves: ['wm/add-dir/filter', 'wm/add-dir/result'],
    async run(session) {
      const { dir } = await session.createWorkspace();
      expectNames('the result', await session.addDir(dir, { ...noRunners, projects: ['beta'] }), ['beta']);
    },
  },
  {
    id: 'adding/filter-by-path',
    title: 'a filter may name projects by their absolute directory',
    proves: ['wm/add-dir/filter'],
    async run(session) {
      const { dir, projectDir } = await session.createWorkspace();
      const projects = [projectDir('gamma')];
      expectNames('the result', await session.addDir(dir, { ...noRunners, projects }), ['gamma']);
    },
  },
  {
    id: 'adding/filter-skips',
    title: 'of projects outside the filter no configuration is read',
    proves: ['wm/add-dir/filter-skips'],
    async run(session) {
      const { dir } = await session.createWorkspace();
      await session.addDir(dir, { ...noRunners, projects: ['beta'] });
      await expectActionsOf(session, dir, ['beta']);
    },
  },
  {
    id: 'adding/incremental',
    title: 'a call without the filter initialises what the filter left out, and only that',
    proves: ['wm/add-dir/incremental', 'wm/add-dir/once', 'wm/add-dir/result'],
    async run(session) {
      const { dir } = await session.createWorkspace();
      await session.addDir(dir, { ...noRunners, projects: ['beta'] });
      expectNames('the second result', await session.addDir(dir, noRunners), ['alpha', 'gamma']);
      await expectActionsOf(session, dir, Object.keys(threeProjects));
    },
  },
  {
    id: 'adding/another-filter',
    title: 'a call with another filter initialises what it names and was left out before',
    proves: ['wm/add-dir/incremental', 'wm/add-dir/once'],
    async run(session) {
      const { dir } = await session.createWorkspace();
      await session.addDir(dir, { ...noRunners, projects: ['beta'] });
      const projects = ['alpha', 'beta'];
      expectNames('the second result', await session.addDir(dir, { ...noRunners, projects }), ['alpha']);
    },
  },
  {
    id: 'adding/no-runners',
    title: 'with startRunners false no runner is started',
    proves: ['wm/add-dir/no-runners'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      expectEqual('the projects with a runner', await liveRunners(session, dir), []);
    },
  },
  {
    id: 'adding/no-runners-actions',
    title: 'with startRunners false the actions are known all the same',
    proves: ['wm/add-dir/no-runners-actions', 'wm/add-dir/reads-config'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      await expectActionsOf(session, dir, Object.keys(threeProjects));
    },
  },
  {
    id: 'adding/starts-runners',
    title: 'unless told otherwise runners are started',
    proves: ['wm/add-dir/starts-runners', 'wm/add-dir/start-runners-default'],
    async run(session) {
      const { dir, projectDir } = await session.createWorkspace({ alpha: threeProjects.alpha });
      await session.addWithRunners(dir);
      const runners = await liveRunners(session, dir);
      await session.requireRuns(projectDir('alpha'));
      expectEqual('the projects with a runner', runners, ['alpha']);
    },
  },
  {
    id: 'adding/filter-runners',
    title: 'projects outside the filter get no runners',
    proves: ['wm/add-dir/filter', 'wm/add-dir/filter-skips'],
    async run(session) {
      const { dir, projectDir } = await session.createWorkspace();
      await session.addWithRunners(dir, { projects: ['beta'] });
      const runners = await liveRunners(session, dir);
      await session.requireRuns(projectDir('beta'));
      expectEqual('the projects with a runner', [...new Set(runners)], ['beta']);
    },
  },
  {
    id: 'adding/broken-project',
    title: 'a project that cannot be configured is CONFIG_INVALID and harms no other',
    proves: ['wm/add-dir/status', 'wm/add-dir/reads-config'],
    async run(session) {
      const { dir } = await session.createWorkspace({
        ...threeProjects,
        beta: { actions: [], broken: true },
      });
      const added = inside(dir, await session.addDir(dir, noRunners), 'path');
      expectEqual(
        'the status of each project',
        added.map(({ name, status }) => [name, status]),
        [
          ['alpha', 'CONFIG_VALID'],
          ['beta', 'CONFIG_INVALID'],
          ['gamma', 'CONFIG_VALID'],
        ],
      );
      await expectActionsOf(session, dir, ['alpha', 'gamma']);
    },
  },
  {
    id: 'adding/union',
    title: 'the workspace is what all clients added, for each of them',
    proves: ['wm/add-dir/union'],
    async run(session) {
      const other = await session.connectAnother();
      const mine = await session.addWorkspace({ alpha: threeProjects.alpha });
      const theirs = await other.addWorkspace({ beta: threeProjects.beta });
      for (const client of [session, other]) {
        const listed = await client.askList('workspace/listProjects', undefined);
        for (const [{ dir }, name] of [
          [mine, 'alpha'],
          [theirs, 'beta'],
        ] as const)
          expectNames(`the projects in ${dir}`, inside(dir, listed, 'path'), [name]);
      }
    },
  },
];
