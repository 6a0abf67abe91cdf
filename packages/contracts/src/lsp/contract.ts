import * as z from 'zod';
import { defineContract, notification, request } from '../core/contract.js';
import { openObject } from '../core/wire-object.js';
import { TreeNode } from '../wm/tree.js';
import { DocumentUri } from './document-uri.js';

const Nothing = openObject({});

/** A configuration that attaches a debugger; editors pass on keys that we do not know. */
const DebugConfiguration = openObject({
  type: z.string().describe('Kind of debugger, such as `debugpy` or `node`.'),
  request: z.enum(['attach', 'launch']),
  name: z.string(),
  connect: openObject({ host: z.string(), port: z.int() }).optional().describe('Where the runner listens.'),
  port: z.int().optional().describe('Where the runner listens, for debuggers that know no `connect`.'),
});

/** What goes beyond LSP. The commands, which travel inside `workspace/executeCommand`, are in `lspCommands`. */
export const lspContract = defineContract({
  name: 'lsp',
  title: 'LSP extensions',
  doc: 'What an editor and the language server say to each other beyond the Language Server Protocol.',
  encoding: 'json-rpc',
  errors: {},
  methods: {
    'server/shutdown': request({
      doc: 'Stop the Workspace Manager, so that the editor can start it again.',
      section: 'Client → Server',
      params: Nothing,
      result: Nothing,
    }),
    'editor/documentMeta': request({
      direction: 'toClient',
      doc: 'Which document is active in the editor.',
      section: 'Server → Client',
      params: Nothing,
      result: openObject({ uri: DocumentUri.describe('Of a file on disk.') })
        .nullable()
        .describe('null when no document is active.'),
    }),
    'ide/startDebugging': request({
      direction: 'toClient',
      doc: 'Start a debug session for a runner that was restarted for debugging.',
      section: 'Server → Client',
      params: DebugConfiguration,
      result: z.unknown(),
    }),
    'actionsNodes/changed': notification({
      direction: 'toClient',
      doc: 'A node of the action tree has changed.',
      section: 'Messages of real servers',
      origin: 'peers',
      params: TreeNode,
    }),
  },
});
