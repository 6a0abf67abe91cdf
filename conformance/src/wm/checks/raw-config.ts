import { join } from 'node:path';
import { CheckFailure } from '../../check.js';
import { expectAnyError, expectEqual, type Fields } from '../../er/expect.js';
import { isObject } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { expectErrorAbout, expectKeys } from '../expect.js';
import { sourceOf } from '../probe/project.js';
import { threeProjects, type WmSession } from '../session.js';

const method = 'workspace/getProjectRawConfig';

async function actionsOf(session: WmSession, project: string): Promise<Fields> {
  const { rawConfig } = await session.askObject(method, { project });
  const actions = Object(Object(Object(rawConfig).tool).finecode).action;
  if (!isObject(actions))
    throw new CheckFailure(`expected rawConfig.tool.finecode.action to be an object, got ${show(rawConfig)}`);
  return actions;
}

/** `workspace/getProjectRawConfig`. */
export const rawConfigChecks: readonly WmCheck[] = [
  {
    id: 'rawconfig/shape',
    title: 'the configuration of a project is given with its tables',
    proves: ['wm/raw-config/shape'],
    async run(session) {
      const { projectDir } = await session.addWorkspace();
      const project = projectDir('alpha');
      expectKeys('the result', await session.ask(method, { project }), ['rawConfig']);
      const actions = await actionsOf(session, project);
      for (const action of threeProjects.alpha.actions)
        expectEqual(`the source of ${action}`, Object(actions[action]).source, sourceOf(action));
    },
  },
  {
    id: 'rawconfig/presets',
    title: 'what presets say is in the configuration',
    proves: ['wm/raw-config/resolved'],
    async run(session) {
      const { projectDir } = await session.addWorkspace({
        alpha: { actions: ['meta', 'note'], preset: true },
      });
      const project = projectDir('alpha');
      await session.startRunners();
      expectKeys('the actions', await actionsOf(session, project), ['meta', 'note']);
    },
  },
  {
    id: 'rawconfig/required',
    title: 'without project the answer is an error',
    proves: ['wm/raw-config/required'],
    async run(session) {
      expectErrorAbout(await session.call({ method, params: {} }), 'project');
    },
  },
  {
    id: 'rawconfig/unknown',
    title: 'for a project that is not in the workspace the answer is an error',
    proves: ['wm/raw-config/unknown'],
    async run(session) {
      const { dir } = await session.addWorkspace();
      expectAnyError(await session.call({ method, params: { project: join(dir, 'delta') } }));
    },
  },
];
