import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckFailure } from '../../check.js';
import { expectEqual } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import { liveRunners } from '../live-runners.js';
import { usualEnv } from '../probe/project.js';
import type { StartedProject, WmSession } from '../session.js';

const checkEnv = 'runners/checkEnv';
const removeEnv = 'runners/removeEnv';

const envDirOf = ({ dir }: StartedProject) => join(dir, '.venvs', usualEnv);
const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/** A project whose environment has a file in it. */
async function startWithEnv(session: WmSession): Promise<StartedProject> {
  const project = await session.startProject([]);
  await project.workspace.write(join('alpha', '.venvs', usualEnv, 'node_modules', 'thing', 'index.js'), '');
  return project;
}

/** `runners/checkEnv` and `runners/removeEnv`. */
export const environmentChecks: readonly WmCheck[] = [
  {
    id: 'environments/valid',
    title: 'an environment in which handlers run is valid',
    proves: ['wm/check-env/valid'],
    async run(session) {
      const { dir } = await session.startProject([]);
      expectEqual('the result', await session.ask(checkEnv, { project: dir, envName: usualEnv }), {
        valid: true,
      });
    },
  },
  {
    id: 'environments/invalid',
    title: 'an environment that does not exist is not valid',
    proves: ['wm/check-env/invalid'],
    async run(session) {
      const { dir } = await session.startProject([]);
      expectEqual('the result', await session.ask(checkEnv, { project: dir, envName: 'missing' }), {
        valid: false,
      });
    },
  },
  {
    id: 'environments/removed',
    title: 'an environment that is removed is gone from the disk',
    proves: ['wm/remove-env/removes'],
    async run(session) {
      const project = await startWithEnv(session);
      await session.ask(removeEnv, { project: project.dir, envName: usualEnv });
      if (await exists(join(envDirOf(project), 'node_modules')))
        throw new CheckFailure(`expected ${envDirOf(project)} to be gone`);
    },
  },
  {
    id: 'environments/stops-runner',
    title: 'the runner of an environment that is removed is stopped',
    proves: ['wm/remove-env/stops-first'],
    async run(session) {
      const { dir, workspace } = await startWithEnv(session);
      await session.ask(removeEnv, { project: dir, envName: usualEnv });
      expectEqual('the projects with a runner', await liveRunners(session, workspace.dir), []);
    },
  },
  {
    id: 'environments/result',
    title: 'runners/removeEnv answers with an empty object',
    proves: ['wm/remove-env/result'],
    async run(session) {
      const { dir } = await startWithEnv(session);
      expectEqual('the result', await session.ask(removeEnv, { project: dir, envName: usualEnv }), {});
    },
  },
];
