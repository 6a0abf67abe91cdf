import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { Accepted, SessionTarget } from '../shapes.js';
import { NonBlank, Text } from '../values.js';
import { op } from './op.js';

const section = '6) Unsupported-op policy';
const SessionParams = openObject({ 'session-id': SessionTarget });

/**
 * The contract names these ops, lets a server start without them, and leaves their shapes open; the shapes are
 * ours, in the style of the others.
 */
export const laterOps = {
  abort_retry: op({
    doc: 'Give up waiting for the next automatic retry.',
    section,
    params: SessionParams,
    result: Accepted,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  bash: op({
    doc: 'Run a shell command of the user and add it to the conversation.',
    section,
    params: openObject({ command: NonBlank, 'session-id': SessionTarget }),
    result: openObject({
      output: z.string(),
      'exit-code': z.number().int().nullable().describe('nil when the command was stopped.'),
      cancelled: z.boolean(),
      truncated: z.boolean(),
      'full-output-path': Text,
    }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  abort_bash: op({
    doc: 'Stop the shell command that `bash` started.',
    section,
    params: SessionParams,
    result: Accepted,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  export_html: op({
    doc: 'Write the session as one HTML file.',
    section,
    params: openObject({ 'output-path': NonBlank.nullish(), 'session-id': SessionTarget }),
    result: openObject({ path: z.string() }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  get_fork_messages: op({
    doc: 'Messages of the user at which the session can be forked.',
    section,
    params: SessionParams,
    result: openObject({ messages: z.array(openObject({ 'entry-id': z.string(), text: z.string() })) }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/query-failed'],
  }),
  get_last_assistant_text: op({
    doc: 'Text of the last answer.',
    section,
    params: SessionParams,
    result: openObject({ text: z.string().nullable() }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/query-failed'],
  }),
  get_commands: op({
    doc: 'Slash commands that can be used now.',
    section,
    params: SessionParams,
    result: openObject({
      commands: z.array(openObject({ name: z.string(), description: Text, source: z.string() })),
    }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/query-failed'],
  }),
  get_available_models: op({
    doc: 'Models that can be chosen now.',
    section,
    params: SessionParams,
    result: openObject({
      models: z.array(
        openObject({ provider: z.string(), id: z.string(), name: z.string(), reasoning: z.boolean() }),
      ),
    }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/query-failed'],
  }),
};
