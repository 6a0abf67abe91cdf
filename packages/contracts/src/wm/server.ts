import * as z from 'zod';
import { notification, request } from '../core/contract.js';
import { JsonObject } from '../core/json.js';
import { openObject, wireObject } from '../core/wire-object.js';
import { LogLevel, Nothing, UserMessage } from '../vocabulary/runs.js';

const logFilePath = z.string().nullable().describe('Absolute path of the log file of this process.');

const ServerInfo = wireObject({
  logFilePath,
  pid: z.int().optional(),
  version: z.string().optional(),
  clients: z.unknown().optional(),
});

const LogRecord = wireObject({
  timestamp: z.number().describe('Seconds since 1970.'),
  level: LogLevel,
  source: z.string().describe('"wm" or "runner:<env>@<project directory name>".'),
  group: z.string(),
  message: z.string(),
});
export type LogRecord = z.infer<typeof LogRecord>;

const section = 'server/ — Server Lifecycle & Notifications';
const notifications = 'Server -> Client Notifications';

export const serverMethods = {
  'server/getInfo': request({
    doc: 'Return facts about this server that do not change.',
    section,
    params: Nothing,
    result: ServerInfo,
  }),
  'server/shutdown': request({
    doc: 'Stop the server now instead of waiting until no client is left.',
    section,
    params: Nothing,
    result: Nothing,
  }),
  'server/userMessage': notification({
    direction: 'toClient',
    doc: 'Tell the user something; goes to every client.',
    section: notifications,
    params: UserMessage,
  }),
  'client/initialize': request({
    doc: 'Introduce the client; optional, may be repeated.',
    origin: 'peers',
    section: '3.4',
    params: wireObject({
      clientId: z.string().optional().describe('Such as "lsp" or "mcp"; labels the connection in logs.'),
      capabilities: JsonObject.optional(),
    }),
    result: wireObject({ logFilePath }),
  }),
  'server/reset': request({
    doc: 'Bring the server back to the state after its start.',
    origin: 'peers',
    section: '3.4',
    params: Nothing,
    result: Nothing,
  }),
  'server/getResourceUsage': request({
    doc: 'Return what the server and its runners cost in memory and time.',
    origin: 'peers',
    section: '0, era C',
    params: wireObject({
      includeProcesses: z.boolean().default(false),
      lagWindowSec: z.number().positive().optional().describe('How far back to look for event-loop delays.'),
    }),
    result: openObject({}),
  }),
  'server/subscribeLogs': request({
    doc: 'Send log records to this connection from now on.',
    origin: 'peers',
    section: '3.8',
    params: wireObject({ minLevel: z.string().default('INFO').describe('An unknown level counts as INFO.') }),
    result: Nothing,
  }),
  'server/unsubscribeLogs': request({
    doc: 'Send the log records that are waiting, then no more.',
    origin: 'peers',
    section: '3.8',
    params: Nothing,
    result: Nothing,
  }),
  'server/logRecords': notification({
    direction: 'toClient',
    doc: 'Deliver log records to a connection that subscribed.',
    origin: 'peers',
    section: '3.8',
    params: wireObject({
      records: z.array(LogRecord),
      droppedCount: z.int().min(0).optional().describe('Records that did not fit into the buffer.'),
    }),
  }),
  'ide/startDebugging': request({
    direction: 'toClient',
    doc: 'Ask the editor to attach its debugger to a runner that waits for it.',
    origin: 'peers',
    section: 'LSP: Custom LSP Requests',
    params: openObject({
      name: z.string().optional(),
      type: z.string().optional(),
      request: z.string().optional(),
    }),
    result: z.unknown(),
  }),
};
