import { sectionRules } from '../../core/requirement.js';

export const actionRules = [
  ...sectionRules('actions/list', {
    'wm/actions-list/all': 'Without project the actions of all projects are listed.',
    'wm/actions-list/project': 'With project only the actions of that project are listed.',
    'wm/actions-list/shape':
      'An action has name, source, project and handlers; a handler has name, source and env.',
    'wm/actions-list/source': 'The source of an action can be passed as actionSource to run it.',
  }),
  ...sectionRules('actions/getPayloadSchemas', {
    'wm/payload-schemas/keys': 'The result has one entry for each source asked for, under that source.',
    'wm/payload-schemas/schema': 'A schema has properties by field name and a list of required fields.',
    'wm/payload-schemas/null': 'The entry is null when no runner can import the action class.',
    'wm/payload-schemas/cache': 'Schemas are asked of runners once per project.',
    'wm/payload-schemas/invalidate':
      'Schemas are asked again after the configuration of runners was updated.',
  }),
  ...sectionRules('actions/getTree', {
    'wm/tree/hierarchy':
      'Directories hold projects; projects hold a group of actions and a group of environments.',
    'wm/tree/node': 'A node has nodeId, name, nodeType, status and subnodes; an action also has source.',
    'wm/tree/node-types':
      'nodeType is 0 directory, 1 project, 2 action, 3 action group, 4 preset, 5 environment group, 6 environment.',
    'wm/tree/status':
      'The status of a project node is the status of the project; of other nodes it is empty.',
    'wm/tree/id-directory': 'The id of a directory or project is its absolute path.',
    'wm/tree/id-actions': 'The id of an action group is <project path>::actions.',
    'wm/tree/id-action': 'The id of an action is <project path>::<action source>.',
    'wm/tree/id-handler': 'The id of a handler is <project path>::<action source>::<handler name>.',
    'wm/tree/id-envs': 'The id of an environment group is <project path>::envs.',
    'wm/tree/id-env': 'The id of an environment is <project path>::envs::<environment name>.',
  }),
  ...sectionRules('actions/run', {
    'wm/run/result': 'The result has resultByFormat and returnCode.',
    'wm/run/required': 'actionSource and project are required, all else is optional.',
    'wm/run/alias': 'Any import path that leads to the registered action class is accepted as actionSource.',
    'wm/run/unknown-action': 'An actionSource that leads to no action of the project is an error.',
    'wm/run/params': 'params are the payload of the action.',
    'wm/run/formats':
      'The result is given in each of the resultFormats asked for: json as data, string as text.',
    'wm/run/trigger': 'trigger is user, system or unknown; another value is an error.',
    'wm/run/trigger-default': 'Without trigger the run counts as triggered by unknown.',
    'wm/run/dev-env': 'devEnv is ide, cli, ai, precommit or ci; an unknown value is an error.',
    'wm/run/dev-env-default': 'Without devEnv the run counts as asked for by cli.',
    'wm/run/all-projects': 'An empty project runs the action in all projects that have it.',
    'wm/run/return-code': 'A run with nothing to complain about has the return code 0.',
  }),
  ...sectionRules('actions/runBatch', {
    'wm/batch/required': 'actionSources is required.',
    'wm/batch/all-projects': 'Without projects the batch runs in all projects that have the actions.',
    'wm/batch/projects': 'With projects the batch runs only there.',
    'wm/batch/keys': 'Results are keyed by project path, then by action source as asked.',
    'wm/batch/result': 'Each result has resultByFormat and returnCode, as that of actions/run.',
    'wm/batch/return-code': 'The return code of the batch is the bitwise OR of all return codes.',
    'wm/batch/concurrently':
      'With concurrently the actions of a project run side by side, otherwise in order.',
    'wm/batch/params': 'params are the payload of every action of the batch.',
  }),
  ...sectionRules('actions/reload', {
    'wm/reload/code': 'After a reload the next run uses the handler code as it is now.',
    'wm/reload/runners-stay': 'A reload restarts no runner.',
    'wm/reload/node-id': 'The action is named by <project path>::<action source>, as in the tree.',
    'wm/reload/result': 'actions/reload answers with an empty object.',
  }),
];
