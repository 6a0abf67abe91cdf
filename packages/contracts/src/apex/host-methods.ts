import * as z from 'zod';
import { notification, request } from '../core/contract.js';
import { openObject } from '../core/wire-object.js';

const section = '5.2. Python Backend (Server) -> Host (Client)';

/** What the backend sends. */
export const hostMethods = {
  '$/logMessage': notification({
    direction: 'toClient',
    doc: 'A line for the log that the user can open.',
    section,
    params: openObject({ type: z.enum(['info', 'warn', 'error']), message: z.string() }),
  }),
  '$/statusUpdate': notification({
    direction: 'toClient',
    doc: 'What the backend is doing now, for the user.',
    section,
    params: openObject({
      message: z.string(),
      progress: z.number().min(0).max(1).optional().describe('From 0 to 1.'),
    }),
  }),
  '$/partialResult': notification({
    direction: 'toClient',
    doc: 'A piece of what a task produces, as it is produced.',
    section,
    params: openObject({
      taskId: z.string(),
      content: z.string(),
      type: z.enum(['thought', 'code', 'text']),
    }),
  }),
  '$/requestToolExecution': request({
    direction: 'toClient',
    doc: 'Run a tool on the host. Its outcome is this answer or a `toolResponse`, whichever comes first.',
    section,
    params: openObject({
      toolCallId: z.string(),
      toolName: z.string().describe('One of the host tools below, or another that the host offers.'),
      toolInput: z.record(z.string(), z.unknown()),
    }),
    result: z.unknown(),
    errors: ['toolExecution'],
  }),
  '$/taskError': notification({
    direction: 'toClient',
    doc: 'A task has failed; its final result follows with the status `error`.',
    section,
    params: openObject({ taskId: z.string(), message: z.string(), details: z.unknown().optional() }),
  }),
};
