import * as z from 'zod';
import type { MethodNames, Origin } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { spelled } from '../core/spelling.js';
import { openObject } from '../core/wire-object.js';
import type { wmContract } from '../wm/contract.js';

type WmRequest = MethodNames<typeof wmContract, 'toServer', 'request'>;

/** A command of `workspace/executeCommand`. However its arguments are wrapped, they are read as one object. */
export interface LspCommand<
  Argument extends z.ZodObject = z.ZodObject,
  Forward extends WmRequest = WmRequest,
> {
  readonly doc: string;
  readonly section: string;
  readonly origin: Origin;
  readonly argument: Argument;
  /** Key that a bare string or null stands for. */
  readonly bareKey?: string;
  /** Request to the Workspace Manager whose result the command answers with. */
  readonly forwardsTo: Forward;
  /** Argument lists as real clients and the contract write them. */
  readonly accepted: readonly unknown[];
}

function command<Argument extends z.ZodObject, const Forward extends WmRequest>(
  spec: Omit<LspCommand<Argument, Forward>, 'origin'> & { readonly origin?: Origin },
): LspCommand<Argument, Forward> {
  return { origin: 'contract', ...spec };
}

const tree = 'Action Tree and Projects';
const execution = 'Action Execution';
const management = 'Action/Runner Management';

const Anything = openObject({});

/** Editors send the item of their tree view, whose `projectPath` holds the id of the node. */
function nodeOf(target: string) {
  return openObject({
    projectPath: z
      .string()
      .regex(/^.+::.+$/s, { error: `must have the form <project>::<${target}>` })
      .describe(`\`<project>::<${target}>\`, or a longer node id.`),
  });
}

const actionNode = { projectPath: '/repo/a::acme.LintAction' };
const actionNodeShapes = [
  [actionNode],
  [[actionNode]],
  [actionNode, null],
  [{ ...actionNode, label: 'lint' }],
];
const envNode = { projectPath: '/repo/a::envs::dev' };
const envNodeShapes = [
  [envNode],
  [[envNode]],
  [{ ...envNode, label: '[R] dev', collapsibleState: 0, status: 'RUNNING' }, null],
  [{ projectPath: '/repo/a::dev' }],
];

export const lspCommands = {
  'finecode.getActions': command({
    doc: 'The action tree below a node; the whole tree without one.',
    section: tree,
    argument: spelled(
      openObject({
        parentNodeId: z.string().nullish().describe('Node to start from; empty or null: the whole tree.'),
      }),
      { parentNodeId: { accept: ['parent_node_id'] } },
    ),
    bareKey: 'parentNodeId',
    forwardsTo: 'actions/getTree',
    accepted: [[], [null], [''], ['/repo/a::actions'], [{ parentNodeId: '/repo/a' }]],
  }),
  'finecode.getActionsForPosition': command({
    doc: 'The action tree for a position in a document; today the whole tree, whatever the position.',
    section: tree,
    argument: Anything,
    forwardsTo: 'actions/getTree',
    accepted: [[], [{ line: 3, character: 7 }]],
  }),
  'finecode.listProjects': command({
    doc: 'The projects of the workspace.',
    section: tree,
    argument: Anything,
    forwardsTo: 'workspace/listProjects',
    accepted: [undefined, []],
  }),
  'finecode.runAction': command({
    doc: 'Run an action.',
    section: execution,
    argument: openObject({
      action: z.string().min(1).describe('Source of the action.'),
      project: z.string().describe('Absolute project directory; empty: every project that has the action.'),
      params: JsonObject.optional().describe('Payload of the action.'),
      options: JsonObject.optional().describe(
        'Options of the run; by default one that a user of an editor asked for.',
      ),
    }),
    forwardsTo: 'actions/run',
    accepted: [
      [{ action: 'acme.LintAction', project: '/repo/a' }],
      [
        {
          action: 'acme.RunTestsAction',
          project: '/repo/a',
          params: { test_ids: ['file:///repo/a/t.py::C::t'] },
        },
      ],
    ],
  }),
  'finecode.runBatch': command({
    doc: 'Run several actions.',
    section: execution,
    origin: 'peers',
    argument: openObject({
      actions: z.array(z.string().min(1)).min(1).describe('Sources of the actions.'),
      projects: z.array(z.string()).optional().describe('Absolute project directories; absent: all.'),
      params: JsonObject.optional(),
      paramsByProject: z.record(z.string(), JsonObject).optional(),
      options: JsonObject.optional(),
    }),
    forwardsTo: 'actions/runBatch',
    accepted: [
      [
        {
          actions: ['acme.ListTestsAction'],
          params: { file_paths: [] },
          options: { resultFormats: ['json'] },
        },
      ],
    ],
  }),
  'finecode.runActionOnFile': command({
    doc: 'Run an action on the file that is active in the editor, which is asked for.',
    section: execution,
    argument: nodeOf('action'),
    forwardsTo: 'actions/run',
    accepted: actionNodeShapes,
  }),
  'finecode.runActionOnProject': command({
    doc: 'Run an action on a whole project.',
    section: execution,
    argument: nodeOf('action'),
    forwardsTo: 'actions/run',
    accepted: actionNodeShapes,
  }),
  'finecode.reloadAction': command({
    doc: 'Load the code of an action again.',
    section: management,
    argument: nodeOf('action'),
    forwardsTo: 'actions/reload',
    accepted: actionNodeShapes,
  }),
  'finecode.reset': command({
    doc: 'Reset the Workspace Manager.',
    section: management,
    argument: Anything,
    forwardsTo: 'server/reset',
    accepted: [undefined, [], [null], [{ whatever: true }]],
  }),
  'finecode.restartExtensionRunner': command({
    doc: 'Restart the runner of an environment.',
    section: management,
    argument: nodeOf('env'),
    forwardsTo: 'runners/restart',
    accepted: envNodeShapes,
  }),
  'finecode.restartAndDebugExtensionRunner': command({
    doc: 'Restart the runner of an environment so that a debugger can attach.',
    section: management,
    argument: nodeOf('env'),
    forwardsTo: 'runners/restart',
    accepted: envNodeShapes,
  }),
} as const;

export type LspCommandName = keyof typeof lspCommands;
