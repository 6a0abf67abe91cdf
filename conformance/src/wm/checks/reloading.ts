import { expectAnyError, expectEqual, type Fields } from '../../er/expect.js';
import type { WmCheck } from '../check.js';
import { only } from '../expect.js';
import { changedVersionText } from '../probe/extension.js';
import { sourceOf } from '../probe/project.js';
import type { WmSession } from '../session.js';

const reload = 'actions/reload';

async function nodeIdOf(session: WmSession, project: string): Promise<string> {
  const find = (nodes: readonly Fields[]): readonly Fields[] =>
    nodes.flatMap((node) => [node, ...find([node['subnodes']].flat().map((sub) => Object(sub)))]);
  const nodes = find(await session.askList('actions/getTree', 'nodes'));
  const own = nodes.filter(
    ({ nodeId, name }) => String(nodeId).startsWith(`${project}::`) && name === 'versioned',
  );
  return String(only('the node of the action', own)['nodeId']);
}

/** `actions/reload`. */
export const reloadingChecks: readonly WmCheck[] = [
  {
    id: 'reloading/code',
    title: 'after a reload the next run uses the code as it is now',
    proves: ['wm/reload/code', 'wm/reload/node-id'],
    async run(session) {
      const { dir, workspace } = await session.startProject(['versioned']);
      const run = { project: dir, action: 'versioned' } as const;
      expectEqual('the notes', await session.notes(run), ['first']);
      await workspace.write('alpha/versioned.ts', changedVersionText);
      await session.ask(reload, { actionNodeId: await nodeIdOf(session, dir) });
      expectEqual('the notes after the reload', await session.notes(run), ['second']);
    },
  },
  {
    id: 'reloading/result',
    title: 'actions/reload answers with an empty object',
    proves: ['wm/reload/result'],
    async run(session) {
      const { dir } = await session.startProject(['versioned']);
      const actionNodeId = `${dir}::${sourceOf('versioned')}`;
      expectEqual('the result', await session.ask(reload, { actionNodeId }), {});
    },
  },
  {
    id: 'reloading/runners-stay',
    title: 'a reload restarts no runner',
    proves: ['wm/reload/runners-stay'],
    async run(session) {
      const { dir } = await session.startProject(['versioned', 'pid']);
      const before = await session.notes({ project: dir, action: 'pid' });
      await session.ask(reload, { actionNodeId: `${dir}::${sourceOf('versioned')}` });
      expectEqual('the process of the runner', await session.notes({ project: dir, action: 'pid' }), before);
    },
  },
  {
    id: 'reloading/wrong-node',
    title: 'an id that is not that of an action is an error',
    proves: ['wm/reload/node-id'],
    async run(session) {
      const { dir } = await session.startProject(['versioned']);
      for (const actionNodeId of [
        'nonsense',
        `${dir}::no.such.Action`,
        `${dir}-two::${sourceOf('versioned')}`,
      ]) {
        expectAnyError(await session.call({ method: reload, params: { actionNodeId } }));
      }
    },
  },
];
