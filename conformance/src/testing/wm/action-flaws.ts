import { changesParams, changesResult, type Fields } from '../er/runner-flaw-tools.js';
import type { FlawedPeer } from '../flaw.js';
import { changesList, changesNodes, changesNodesOf } from './flaw-tools.js';

const list = 'actions/list';
const schemas = 'actions/getPayloadSchemas';
const otherId = /expected the id to be/;

const changesActions = (change: (actions: readonly Fields[]) => readonly Fields[]) =>
  changesList(list, 'actions', change);

const changesSchemas = (change: (source: string, schema: Fields | null) => readonly [string, unknown]) =>
  changesResult(schemas, (result) => ({
    schemas: Object.fromEntries(
      Object.entries(result['schemas'] as Record<string, Fields | null>).map(([source, schema]) =>
        change(source, schema),
      ),
    ),
  }));

const renamed = (node: Fields, change: (nodeId: string) => string) => ({
  ...node,
  nodeId: change(String(node['nodeId'])),
});

const subnodesOf = (node: Fields) => node['subnodes'] as readonly Fields[];

/** Flaws in what is told about actions. */
export const actionFlaws: Readonly<Record<string, FlawedPeer>> = {
  'listing/all': {
    flaw: 'lists the actions of one project',
    finding: /expected the names of the actions of beta to be/,
    create: () =>
      changesActions((actions) => actions.filter(({ project }) => String(project).endsWith('/alpha'))),
  },
  'listing/project': {
    flaw: 'has no filter',
    finding: /expected the names of the actions of the project to be/,
    create: () => changesParams(list, () => ({})),
  },
  'listing/shape': {
    flaw: 'does not tell where handlers run',
    finding: /expected its handlers by name and env to be/,
    create: () =>
      changesActions((actions) =>
        actions.map((action) => ({
          ...action,
          handlers: [action['handlers']].flat().map((handler) => ({ ...Object(handler), env: undefined })),
        })),
      ),
  },
  'listing/source': {
    flaw: 'lists a source that leads nowhere',
    finding: /expected a result/,
    create: () =>
      changesActions((actions) =>
        actions.map((action) => ({ ...action, source: `elsewhere.${String(action['name'])}` })),
      ),
  },
  'schemas/keys': {
    flaw: 'answers under its own names',
    finding: /expected the keys of the schemas to be/,
    create: () =>
      changesSchemas((source, schema) => [source.replace('conformance.probe.', './extension.ts#'), schema]),
  },
  'schemas/schema': {
    flaw: 'does not tell what is required',
    finding: /expected required to be/,
    create: () =>
      changesSchemas((source, schema) => [source, schema && { properties: schema['properties'] }]),
  },
  'schemas/unknown': {
    flaw: 'has an empty schema for what it does not know',
    finding: /expected the entry of an unknown action to be null/,
    create: () => changesSchemas((source, schema) => [source, schema ?? {}]),
  },
  'schemas/new-configuration': {
    flaw: 'keeps schemas for ever',
    finding: /expected the fields after the change to be/,
    create: () => {
      let first: Fields | undefined;
      return changesResult(schemas, (result) => (first ??= result));
    },
  },
  'tree/hierarchy': {
    flaw: 'has environments before actions',
    finding: /expected the types of the groups to be/,
    create: () => changesNodesOf(1, (node) => ({ ...node, subnodes: subnodesOf(node).toReversed() })),
  },
  'tree/node': {
    flaw: 'leaves out an empty status',
    finding: /expected a whole node/,
    create: () => changesNodes(({ status, ...node }) => (status === '' ? node : { ...node, status })),
  },
  'tree/node-types': {
    flaw: 'has a number of its own for handlers',
    finding: /expected a nodeType from 0 to 6/,
    create: () =>
      changesNodesOf(2, (node) => (subnodesOf(node).length === 0 ? { ...node, nodeType: 7 } : node)),
  },
  'tree/status': {
    flaw: 'has a status for environments',
    finding: /expected the nodes with a status to be/,
    create: () => changesNodesOf(6, (node) => ({ ...node, status: 'VALID' })),
  },
  'tree/directories': {
    flaw: 'has project ids that end with a slash',
    finding: /expected the ids to be/,
    create: () => changesNodesOf(1, (node) => renamed(node, (id) => `${id}/`)),
  },
  'tree/action-group': {
    flaw: 'has an id of its own for the group',
    finding: otherId,
    create: () => changesNodesOf(3, (node) => renamed(node, (id) => id.replace('::actions', '::Actions'))),
  },
  'tree/actions': {
    flaw: 'has the name of the action in its id',
    finding: otherId,
    create: () =>
      changesNodesOf(2, (node) =>
        'source' in node ? renamed(node, (id) => `${id.split('::')[0]}::${String(node['name'])}`) : node,
      ),
  },
  'tree/handlers': {
    flaw: 'leaves the action out of the ids of handlers',
    finding: /expected the ids of the handlers to be/,
    create: () =>
      changesNodesOf(2, (node) =>
        'source' in node ? node : renamed(node, (id) => `${id.split('::')[0]}::${id.split('::')[2]}`),
      ),
  },
  'tree/env-group': {
    flaw: 'has an id of its own for the group',
    finding: otherId,
    create: () => changesNodesOf(5, (node) => renamed(node, (id) => id.replace('::envs', '::environments'))),
  },
  'tree/envs': {
    flaw: 'leaves the group out of the ids of environments',
    finding: otherId,
    create: () => changesNodesOf(6, (node) => renamed(node, (id) => id.replace('::envs', ''))),
  },
  'tree/no-duplicates': {
    flaw: 'has a directory that is a project again below itself',
    finding: /expected the ids that are there more than once to be \[\]/,
    create: () =>
      changesList('actions/getTree', 'nodes', (nodes) =>
        nodes.map((node) => ({ ...node, subnodes: [...subnodesOf(node), { ...node, subnodes: [] }] })),
      ),
  },
  'tree/stable': {
    flaw: 'has projects in any order',
    finding: /expected the tree to be/,
    create: () => {
      let calls = 0;
      return changesList('actions/getTree', 'nodes', (nodes) => {
        calls += 1;
        if (calls % 2 === 0) return nodes;
        return nodes.map((node) => ({ ...node, subnodes: subnodesOf(node).toReversed() }));
      });
    },
  },
};
