import { basename } from 'node:path';
import { CheckFailure } from '../../check.js';
import { expectEqual, type Fields } from '../../er/expect.js';
import { isObject } from '../../json-rpc/session.js';
import { show } from '../../session/transcript.js';
import type { WmCheck } from '../check.js';
import { only } from '../expect.js';
import { handlerName, type ProbeProject, settingsHandlers, usualEnv } from '../probe/project.js';
import type { WmSession } from '../session.js';

/** The numbers of the contract. */
const nodeTypes = { directory: 0, project: 1, action: 2, actionGroup: 3, envGroup: 5, env: 6 } as const;
const knownTypes = [0, 1, 2, 3, 4, 5, 6];

const project: ProbeProject = { actions: ['note', 'settings'] };
const two = { alpha: project, beta: project };

const subnodesOf = (node: Fields): readonly Fields[] => [node['subnodes']].flat().map((sub) => Object(sub));
const withSubnodes = (node: Fields): readonly Fields[] => [node, ...subnodesOf(node).flatMap(withSubnodes)];
const idsOf = (nodes: readonly Fields[]) => nodes.map(({ nodeId }) => nodeId);

/** The node of a directory of the workspace, with all below it. */
async function nodeOf(session: WmSession, dir: string): Promise<Fields> {
  const nodes = await session.askList('actions/getTree', 'nodes');
  return only(
    `the node of ${dir} at the top`,
    nodes.filter(({ nodeId }) => nodeId === dir),
  );
}

function typed(node: Fields, nodeType: number): readonly Fields[] {
  return subnodesOf(node).filter((sub) => sub['nodeType'] === nodeType);
}

async function projectNode(session: WmSession): Promise<{ readonly dir: string; readonly node: Fields }> {
  const { dir, projectDir } = await session.addWorkspace({ alpha: project });
  const node = only('the project', typed(await nodeOf(session, dir), nodeTypes.project));
  return { dir: projectDir('alpha'), node };
}

async function actionNodes(session: WmSession) {
  const { dir, node } = await projectNode(session);
  const group = only('the group of actions', typed(node, nodeTypes.actionGroup));
  return { dir, group, actions: typed(group, nodeTypes.action) };
}

async function envNodes(session: WmSession) {
  const { dir, node } = await projectNode(session);
  const group = only('the group of environments', typed(node, nodeTypes.envGroup));
  return { dir, group, envs: typed(group, nodeTypes.env) };
}

/** `actions/getTree`. */
export const treeChecks: readonly WmCheck[] = [
  {
    id: 'tree/hierarchy',
    title: 'directories hold projects, projects a group of actions and one of environments',
    proves: ['wm/tree/hierarchy'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace(two);
      const top = await nodeOf(session, dir);
      expectEqual('the type of the directory', top['nodeType'], nodeTypes.directory);
      const projects = typed(top, nodeTypes.project);
      expectEqual('the projects', idsOf(projects), [projectDir('alpha'), projectDir('beta')]);
      for (const node of projects) {
        const types = subnodesOf(node).map(({ nodeType }) => nodeType);
        expectEqual('the types of the groups', types, [nodeTypes.actionGroup, nodeTypes.envGroup]);
      }
    },
  },
  {
    id: 'tree/node',
    title: 'every node has nodeId, name, nodeType, status and subnodes',
    proves: ['wm/tree/node'],
    async run(session) {
      const { dir } = await session.addWorkspace(two);
      for (const node of withSubnodes(await nodeOf(session, dir))) {
        const { nodeId, name, nodeType, status, subnodes } = node;
        const isWhole =
          [nodeId, name, status].every((text) => typeof text === 'string') &&
          typeof nodeType === 'number' &&
          Array.isArray(subnodes) &&
          subnodes.every(isObject);
        if (!isWhole) throw new CheckFailure(`expected a whole node, got ${show(node)}`);
      }
    },
  },
  {
    id: 'tree/node-types',
    title: 'nodeType is one of the seven numbers',
    proves: ['wm/tree/node-types'],
    async run(session) {
      const { dir } = await session.addWorkspace(two);
      for (const { nodeId, nodeType } of withSubnodes(await nodeOf(session, dir))) {
        if (!knownTypes.some((known) => known === nodeType))
          throw new CheckFailure(`expected a nodeType from 0 to 6 of ${show(nodeId)}, got ${show(nodeType)}`);
      }
    },
  },
  {
    id: 'tree/status',
    title: 'a project node has the status of the project, all others have none',
    proves: ['wm/tree/status'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace({
        ...two,
        gamma: { actions: [], broken: true },
      });
      const nodes = withSubnodes(await nodeOf(session, dir));
      const told = nodes.filter(({ status }) => status !== '').map(({ nodeId, status }) => [nodeId, status]);
      expectEqual('the nodes with a status', told, [
        [projectDir('alpha'), 'CONFIG_VALID'],
        [projectDir('beta'), 'CONFIG_VALID'],
        [projectDir('gamma'), 'CONFIG_INVALID'],
      ]);
    },
  },
  {
    id: 'tree/directories',
    title: 'the id of a directory or project is its path',
    proves: ['wm/tree/id-directory'],
    async run(session) {
      const { dir, projectDir } = await session.addWorkspace(two);
      const top = await nodeOf(session, dir);
      expectEqual('the name of the directory', top['name'], basename(dir));
      expectEqual('the ids', idsOf(typed(top, nodeTypes.project)), [projectDir('alpha'), projectDir('beta')]);
    },
  },
  {
    id: 'tree/action-group',
    title: 'the id of the group of actions is <project path>::actions',
    proves: ['wm/tree/id-actions'],
    async run(session) {
      const { dir, group } = await actionNodes(session);
      expectEqual('the id', group['nodeId'], `${dir}::actions`);
    },
  },
  {
    id: 'tree/actions',
    title: 'the id of an action is <project path>::<action source>, and the source is told too',
    proves: ['wm/tree/id-action', 'wm/tree/node'],
    async run(session) {
      const { dir, actions } = await actionNodes(session);
      expectEqual('the names', actions.map(({ name }) => name).toSorted(), ['note', 'settings']);
      for (const { nodeId, source } of actions) expectEqual('the id', nodeId, `${dir}::${String(source)}`);
      const listed = await session.askList('actions/list', 'actions', { project: dir });
      const sources = (entries: readonly Fields[]) => entries.map(({ source }) => source).toSorted();
      expectEqual('the sources', sources(actions), sources(listed));
    },
  },
  {
    id: 'tree/handlers',
    title: 'the id of a handler is <project path>::<action source>::<handler name>',
    proves: ['wm/tree/id-handler'],
    async run(session) {
      const { actions } = await actionNodes(session);
      const action = only(
        'the action',
        actions.filter(({ name }) => name === 'settings'),
      );
      expectEqual(
        'the ids of the handlers',
        idsOf(subnodesOf(action)),
        settingsHandlers.map((_, index) => `${String(action['nodeId'])}::${handlerName('settings', index)}`),
      );
    },
  },
  {
    id: 'tree/env-group',
    title: 'the id of the group of environments is <project path>::envs',
    proves: ['wm/tree/id-envs'],
    async run(session) {
      const { dir, group } = await envNodes(session);
      expectEqual('the id', group['nodeId'], `${dir}::envs`);
    },
  },
  {
    id: 'tree/envs',
    title: 'the id of an environment is <project path>::envs::<environment name>',
    proves: ['wm/tree/id-env'],
    async run(session) {
      const { dir, envs } = await envNodes(session);
      const node = only(
        `the environment ${usualEnv}`,
        envs.filter(({ name }) => name === usualEnv),
      );
      expectEqual('the id', node['nodeId'], `${dir}::envs::${usualEnv}`);
    },
  },
  {
    id: 'tree/no-duplicates',
    title: 'nothing is in the tree twice, not even a directory that is itself a project',
    proves: ['wm/tree/id-directory', 'wm/tree/hierarchy'],
    async run(session) {
      const { dir } = await session.addWorkspace({ '.': project, alpha: project });
      const ids = idsOf(withSubnodes(await nodeOf(session, dir)));
      expectEqual(
        'the ids that are there more than once',
        ids.filter((id, at) => ids.indexOf(id) !== at),
        [],
      );
    },
  },
  {
    id: 'tree/stable',
    title: 'the tree is the same whenever it is asked for, for every client',
    proves: ['wm/tree/hierarchy'],
    async run(session) {
      const { dir } = await session.addWorkspace(two);
      const other = await session.connectAnother();
      const before = await nodeOf(session, dir);
      expectEqual('the tree', await nodeOf(session, dir), before);
      expectEqual('the tree of another client', await nodeOf(other, dir), before);
    },
  },
];
