import * as z from 'zod';
import { defineContract, request } from '../core/contract.js';
import { openObject } from '../core/wire-object.js';
import { apexErrors } from './errors.js';
import { hostMethods } from './host-methods.js';
import { reasoningMethods } from './reasoning-methods.js';
import { InitializeParams, InitializeResult, ToolResponse } from './shapes.js';
import { taskMethods } from './task-methods.js';

export const apexContract = defineContract({
  name: 'apex',
  title: 'Apex',
  doc: 'An editor extension, the host, and the agent it starts, the backend: tasks in, tool calls and results out.',
  encoding: 'json-rpc',
  errors: apexErrors,
  methods: { ...taskMethods, ...reasoningMethods, ...hostMethods },
});

const section = 'Differences of real hosts and backends';

/** The contract's notifications that hosts also send with an id: then, and only then, they are answered. */
export const apexRequestForms = defineContract({
  name: 'apex',
  title: 'Apex, notifications sent as requests',
  doc: 'The same messages with an id, and what they are answered with.',
  encoding: 'json-rpc',
  errors: apexErrors,
  methods: {
    initialize: request({
      doc: 'Initialize, and learn what the backend can do.',
      section,
      origin: 'peers',
      params: InitializeParams,
      result: InitializeResult,
      errors: ['initialization', 'configuration'],
    }),
    toolResponse: request({
      doc: 'Hand in the outcome of a tool, and learn that it arrived.',
      section,
      origin: 'peers',
      params: ToolResponse,
      result: z.null(),
    }),
    shutdown: request({
      doc: 'Shut down, and learn that everything was written.',
      section,
      origin: 'peers',
      params: openObject({}),
      result: openObject({}),
    }),
  },
});
