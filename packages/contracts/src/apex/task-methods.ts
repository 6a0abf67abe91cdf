import * as z from 'zod';
import { notification, request } from '../core/contract.js';
import { openObject } from '../core/wire-object.js';
import { Configuration, InitializeParams, TaskContext, ToolResponse } from './shapes.js';

const section = '5.1. Host (Client) -> Python Backend (Server)';
const peerSection = 'Differences of real hosts and backends';
const Nothing = openObject({});

/** What the host sends. */
export const taskMethods = {
  initialize: notification({
    doc: 'Sent once at start with the configuration and the context; hosts also send it as a request.',
    section,
    params: InitializeParams,
  }),
  executeTask: request({
    doc: 'Run a task of the user; what it produces on the way arrives as notifications.',
    section,
    params: openObject({
      taskId: z.string().min(1),
      prompt: z.string(),
      context: TaskContext.nullish(),
    }),
    result: openObject({ status: z.enum(['completed', 'error']), message: z.string().optional() }),
    errors: ['initialization', 'taskExecution', 'configuration', 'context'],
  }),
  updateConfiguration: notification({
    doc: 'The settings have changed.',
    section,
    params: openObject({ updatedConfig: Configuration }),
  }),
  toolResponse: notification({
    doc: 'The outcome of a tool that the backend asked for; hosts also send it as a request.',
    section,
    params: ToolResponse,
  }),
  shutdown: notification({
    doc: 'Finish what must be finished and end; hosts also send it as a request.',
    section,
    params: Nothing,
  }),
  exit: notification({ doc: 'End at once.', section: peerSection, origin: 'peers', params: Nothing }),
  cancelTask: request({
    doc: 'Stop a task by its id; advertised as the capability `cancelTask`.',
    section: peerSection,
    origin: 'peers',
    params: openObject({ taskId: z.string().min(1) }),
    result: openObject({
      cancelled: z.boolean().describe('False when no such task was running or waiting.'),
    }),
  }),
};
