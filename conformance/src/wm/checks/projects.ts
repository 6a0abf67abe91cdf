import { join } from 'node:path';
import { CannotTell } from '../../check.js';
import { expectEqual } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import { expectNames, inside } from '../expect.js';
import { threeProjects, type WmSession } from '../session.js';

const listProjects = (session: WmSession) => session.askList('workspace/listProjects', undefined);

async function projectOf(session: WmSession, filePath: string): Promise<unknown> {
  return await session.ask('workspace/findProjectForFile', { filePath });
}

/** What is in the workspace. */
export const projectChecks: readonly WmCheck[] = [
  {
    id: 'projects/empty',
    title: 'a new server has no projects',
    proves: ['wm/list-projects/empty'],
    async run(session) {
      const projects = await listProjects(session);
      if (projects.length > 0 && session.server.own === undefined)
        throw new CannotTell('the server has projects already; it takes one that the kit starts itself');
      expectEqual('the projects of a new server', projects, []);
    },
  },
  {
    id: 'projects/listed',
    title: 'the projects below an added directory are listed by name, path and status',
    proves: ['wm/list-projects/shape', 'wm/list-projects/all', 'wm/add-dir/discovers'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace();
      const own = inside(dir, await listProjects(session), 'path');
      const expected = Object.keys(threeProjects).map((name) => ({
        name,
        path: projectDir(name),
        status: 'CONFIG_VALID',
      }));
      expectEqual('the listed projects', own, expected);
    },
  },
  {
    id: 'projects/not-initialised',
    title: 'projects that a filter left out are listed too',
    proves: ['wm/list-projects/all', 'wm/add-dir/filter-discovers'],
    async run(session) {
      const { dir } = await session.createWorkspace();
      await session.addDir(dir, { startRunners: false, projects: ['beta'] });
      expectNames(
        'the listed projects',
        inside(dir, await listProjects(session), 'path'),
        Object.keys(threeProjects),
      );
    },
  },
  {
    id: 'projects/of-file',
    title: 'a file in a project is found to be in it, whether it exists or not',
    proves: ['wm/find-project/found'],
    async run(session) {
      const { projectDir } = await session.addWorkspace();
      for (const file of ['document.txt', 'deep/er/new ä.txt']) {
        expectEqual(`the project of ${file}`, await projectOf(session, join(projectDir('beta'), file)), {
          project: projectDir('beta'),
        });
      }
    },
  },
  {
    id: 'projects/of-no-file',
    title: 'a file outside of all projects is in none',
    proves: ['wm/find-project/none'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      // A path that only begins like that of a project is not in it.
      for (const file of [join(dir, 'loose.txt'), join(dir, 'beta-two', 'document.txt')])
        expectEqual(`the project of ${file}`, await projectOf(session, file), { project: null });
    },
  },
  {
    id: 'projects/of-nested-file',
    title: 'of nested projects the innermost has the file',
    proves: ['wm/find-project/nested'],
    async run(session) {
      const nested = { ...threeProjects, 'beta/inner': threeProjects.beta };
      const { projectDir } = await session.addWorkspace(nested);
      for (const name of ['beta', 'beta/inner']) {
        expectEqual(
          `the project of a file in ${name}`,
          await projectOf(session, join(projectDir(name), 'document.txt')),
          { project: projectDir(name) },
        );
      }
    },
  },
];
