import { CheckFailure } from '../../check.js';
import { expectEqual, objectOf } from '../../er/expect.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { expectNames, inside, only } from '../expect.js';
import { handlerName, settingsHandlers, usualEnv } from '../probe/project.js';
import { notesIn, threeProjects, type WmSession } from '../session.js';

async function actionsIn(session: WmSession, project: string) {
  return await session.askList('actions/list', 'actions', { project });
}

/** `actions/list`. */
export const listingChecks: readonly WmCheck[] = [
  {
    id: 'listing/all',
    title: 'without project the actions of all projects are listed',
    proves: ['wm/actions-list/all', 'wm/add-dir/reads-config'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace();
      const listed = inside(dir, await session.askList('actions/list', 'actions'), 'project');
      for (const [name, { actions }] of Object.entries(threeProjects)) {
        const own = listed.filter(({ project }) => project === projectDir(name));
        expectNames(`the actions of ${name}`, own, actions);
      }
    },
  },
  {
    id: 'listing/project',
    title: 'with project only its actions are listed',
    proves: ['wm/actions-list/project'],
    async run(session) {
      const { projectDir } = await session.addWorkspace();
      const listed = await actionsIn(session, projectDir('beta'));
      expectNames('the actions of the project', listed, threeProjects.beta.actions);
      const strangers = listed.filter(({ project }) => project !== projectDir('beta'));
      expectEqual('the actions of other projects', strangers, []);
    },
  },
  {
    id: 'listing/shape',
    title: 'an action has name, source, project and its handlers in order',
    proves: ['wm/actions-list/shape'],
    async run(session) {
      const { projectDir } = await session.addWorkspace({ alpha: { actions: ['settings'] } });
      const project = projectDir('alpha');
      const action = only('the action', await actionsIn(session, project));
      expectEqual('its project', action['project'], project);
      expectEqual('its name', action['name'], 'settings');
      if (typeof action['source'] !== 'string' || action['source'] === '')
        throw new CheckFailure(`expected a source, got ${show(action)}`);
      const handlers = [action['handlers']].flat().map((handler) => Object(handler));
      expectEqual(
        'its handlers by name and env',
        handlers.map(({ name, env }) => [name, env]),
        settingsHandlers.map((_, index) => [handlerName('settings', index), usualEnv]),
      );
      const nameless = handlers.filter(({ source }) => typeof source !== 'string' || source === '');
      expectEqual('the handlers without a source', nameless, []);
    },
  },
  {
    id: 'listing/source',
    title: 'what is listed as source runs the action',
    proves: ['wm/actions-list/source', 'wm/run/alias'],
    async run(session) {
      const { dir } = await session.startProject([]);
      const { source } = only('the action', await actionsIn(session, dir));
      const params = { actionSource: source, project: dir, params: { text: 'by its source' } };
      const result = objectOf(await session.call({ method: 'actions/run', params }));
      expectEqual('the notes', notesIn(result['resultByFormat']), ['by its source']);
    },
  },
];
