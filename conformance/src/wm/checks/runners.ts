import { CannotTell, CheckFailure } from '../../check.js';
import { expectEqual } from '../../er/expect.js';
import { show } from '../../session/transcript.js';
import { accepts } from '../accepts.js';
import type { WmCheck } from '../check.js';
import { inside, only } from '../expect.js';
import { type ProbeProject, usualEnv } from '../probe/project.js';
import type { WmSession } from '../session.js';

const restart = 'runners/restart';
const startDebugging = 'ide/startDebugging';
const statuses = ['NO_VENV', 'INITIALIZING', 'FAILED', 'RUNNING', 'EXITED'];
const project: ProbeProject = { actions: ['note'] };

const listRunners = (session: WmSession, params = {}) => session.askList('runners/list', 'runners', params);

/** `runners/list` and `runners/restart`. */
export const runnerChecks: readonly WmCheck[] = [
  {
    id: 'runners/shape',
    title: 'a runner has project, env, status and readable_id',
    proves: ['wm/runners-list/shape'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const { env, status, readable_id, ...runner } = only(
        'the runner',
        await listRunners(session, { project: dir }),
      );
      expectEqual('its project', runner['project'], dir);
      expectEqual('its env', env, usualEnv);
      expectEqual('its status', status, 'RUNNING');
      expectEqual('its readable_id', readable_id, `alpha::${usualEnv}`);
    },
  },
  {
    id: 'runners/status',
    title: 'status is one of the five of the document',
    proves: ['wm/runners-list/status'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const unknown = (await listRunners(session)).filter(
        ({ status }) => !statuses.some((known) => known === status),
      );
      expectEqual('the runners with another status', unknown, []);
      expectEqual(
        'the status',
        only('the runner', await listRunners(session, { project: dir }))['status'],
        'RUNNING',
      );
    },
  },
  {
    id: 'runners/all',
    title: 'without project the runners of all projects are listed',
    proves: ['wm/runners-list/all'],
    async run(session) {
      const { dir, projectDir } = await session.startWorkspace({ alpha: project, beta: project });
      const own = inside(dir, await listRunners(session), 'project');
      expectEqual(
        'the projects of the runners',
        own.map((runner) => runner['project']),
        [projectDir('alpha'), projectDir('beta')],
      );
    },
  },
  {
    id: 'runners/project',
    title: 'with project only its runners are listed',
    proves: ['wm/runners-list/project'],
    async run(session) {
      const { projectDir } = await session.startWorkspace({ alpha: project, beta: project });
      const beta = projectDir('beta');
      const listed = (await listRunners(session, { project: beta })).map((runner) => runner['project']);
      expectEqual('the projects of the runners', listed, [beta]);
    },
  },
  {
    id: 'restarting/new-process',
    title: 'a restarted runner is another process, and works',
    proves: ['wm/restart/new-process', 'wm/restart/debug-default'],
    async run(session) {
      const { dir } = await session.startProject(['pid']);
      const before = await session.notes({ project: dir, action: 'pid' });
      await session.ask(restart, { project: dir, env: usualEnv });
      expectEqual(
        'the status',
        only('the runner', await listRunners(session, { project: dir }))['status'],
        'RUNNING',
      );
      const after = await session.notes({ project: dir, action: 'pid' });
      if (after[0] === before[0]) throw new CheckFailure(`expected another process than ${show(before)}`);
    },
  },
  {
    id: 'restarting/result',
    title: 'runners/restart answers with an empty object',
    proves: ['wm/restart/result'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const params = { project: dir, env: usualEnv, debug: false };
      expectEqual('the result', await session.ask(restart, params), {});
    },
  },
  {
    id: 'restarting/debug',
    title: 'with debug true the new runner can be debugged, and the client is told where before the answer',
    proves: ['wm/restart/debug'],
    async run(session) {
      const { dir } = await session.startProject([]);
      session.replyWith({ [startDebugging]: { result: null } });
      const params = { project: dir, env: usualEnv, debug: true };
      expectEqual('the result', await session.ask(restart, params), {});
      const [configuration] = session.paramsOf(startDebugging);
      if (configuration === undefined)
        throw new CannotTell(`the server does not say where to attach: it sent no ${startDebugging}`);
      const { request, port } = configuration;
      expectEqual('what the debugger is to do', request, 'attach');
      if (typeof port !== 'number' || !(await accepts('127.0.0.1', port)))
        throw new CheckFailure(`expected a runner that listens for a debugger, got ${show(configuration)}`);
    },
  },
];
