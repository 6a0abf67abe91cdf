import * as z from 'zod';
import { notification, request } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { openObject } from '../core/wire-object.js';
import { Nothing, Progress, ResultByFormat, Token } from '../vocabulary/runs.js';
import { ContentChange } from '../vocabulary/text-edits.js';

const Named = openObject({ name: z.string(), version: z.string().optional() });

/** How our own Workspace Manager and runner tell each other that one copy of everything is enough. */
export const TandemAgreement = openObject({ oneSpelling: z.boolean() });

const InitializeParams = openObject({
  processId: z.int().nullable().optional().describe('The runner stops when this process is gone.'),
  clientInfo: Named.optional().describe('Tells which dialect the Workspace Manager speaks.'),
  capabilities: JsonObject.prefault({}),
  workspaceFolders: z.array(openObject({ uri: z.string(), name: z.string() })).optional(),
  rootUri: z.string().optional(),
  rootPath: z.string().optional(),
  locale: z.string().optional(),
  trace: z.enum(['off', 'messages', 'verbose']).optional(),
  initializationOptions: openObject({ tandem: TandemAgreement.optional() }).optional(),
});
export type InitializeParams = z.infer<typeof InitializeParams>;

const InitializeResult = openObject({
  capabilities: openObject({
    textDocumentSync: z.unknown().optional(),
    experimental: openObject({ tandem: TandemAgreement.optional() }).optional(),
  }),
  serverInfo: Named.optional(),
});
export type InitializeResult = z.infer<typeof InitializeResult>;

const lifecycle = 'Lifecycle';
const notifications = 'Message Catalog: WM -> ER, Notifications';
const document = openObject({ uri: z.string().min(1) });

export const lifecycleMethods = {
  initialize: request({
    doc: 'First message: who is calling, for which workspace folders.',
    section: lifecycle,
    params: InitializeParams,
    result: InitializeResult,
  }),
  initialized: notification({
    doc: 'The answer to initialize was received.',
    section: lifecycle,
    params: Nothing,
  }),
  shutdown: request({
    doc: 'Stop all work and get ready to end.',
    section: lifecycle,
    params: Nothing,
    result: z.null(),
  }),
  exit: notification({ doc: 'End the process.', section: lifecycle, params: Nothing }),
  'textDocument/didOpen': notification({
    doc: 'A document is open in an editor; its text, not the file, is the truth.',
    section: notifications,
    params: openObject({
      textDocument: openObject({
        uri: z.string().min(1),
        languageId: z.string().default(''),
        version: z.int(),
        text: z.string(),
      }),
    }),
  }),
  'textDocument/didChange': notification({
    doc: 'An open document changed.',
    section: notifications,
    params: openObject({
      textDocument: openObject({ uri: z.string().min(1), version: z.int() }),
      contentChanges: z.array(ContentChange).describe('Applied one after another.'),
    }),
  }),
  'textDocument/didClose': notification({
    doc: 'A document is no longer open; the file is the truth again.',
    section: notifications,
    params: openObject({ textDocument: document }),
  }),
  '$/cancelRequest': notification({
    direction: 'both',
    doc: 'Cancel a request that is not answered yet.',
    section: 'Error Handling and Cancellation',
    params: openObject({ id: z.union([z.string(), z.int()]) }),
  }),
  '$/progress': notification({
    direction: 'both',
    doc: 'Deliver a part of a result, or tell how far a run is, to the side that gave the token.',
    section: 'Message Catalog: ER -> WM, Notifications',
    params: openObject({
      token: Token,
      value: z
        .union([z.string(), Progress, ResultByFormat])
        .describe('JSON text of a partial result, of a partial result by format, or of a progress report.'),
    }),
  }),
};
