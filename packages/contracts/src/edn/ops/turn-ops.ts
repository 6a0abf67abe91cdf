import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { Accepted, SessionTarget } from '../shapes.js';
import { AnyMap, AnyName, NameParam, NonBlank, nameOf, Text } from '../values.js';
import { op, opTable, peerOpTable } from './op.js';

const MessageParams = openObject({
  message: NonBlank,
  images: z.array(AnyMap).nullish().describe('Image blocks to send along.'),
  'session-id': SessionTarget,
});

const FrontendActionResult = openObject({
  'request-id': z.string().describe('Id that the `ui/frontend-action-requested` event carried.'),
  'action-name': NameParam.nullish(),
  status: nameOf('submitted', 'cancelled', 'failed'),
  value: z.unknown().optional().describe('What the user chose, when submitted.'),
  'error-message': Text.describe('What went wrong, when failed.'),
  'ui/action': AnyMap.nullish().describe('The action, as the event gave it.'),
  'session-id': SessionTarget,
}).superRefine((params, context) => {
  if (params['action-name'] || params['ui/action']) return;
  context.addIssue({ code: 'custom', path: ['action-name'], message: 'must name the action' });
});

export const turnOps = {
  prompt: op({
    doc: 'Start a turn with a message of the user.',
    section: opTable,
    params: MessageParams,
    result: Accepted,
    errors: ['request/invalid-params', 'request/session-not-idle', 'request/not-found', 'runtime/failed'],
  }),
  prompt_while_streaming: op({
    doc: 'Say something to a running turn: steer it, or queue the message behind it.',
    section: peerOpTable,
    origin: 'peers',
    params: openObject({
      message: NonBlank,
      behavior: nameOf('steer', 'queue').nullish().describe('`"steer"` when left out.'),
      'session-id': SessionTarget,
    }),
    result: openObject({
      accepted: z.literal(true),
      behavior: z.enum(['steer', 'queue', 'coerced-follow-up']),
    }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  steer: op({
    doc: 'Put a message in front of the next step of the running turn.',
    section: opTable,
    params: MessageParams,
    result: Accepted,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  follow_up: op({
    doc: 'Queue a message to be sent when the running turn is over.',
    section: opTable,
    params: MessageParams,
    result: Accepted,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  abort: op({
    doc: 'Stop the running turn now; on an idle session nothing happens.',
    section: opTable,
    params: openObject({ 'session-id': SessionTarget }),
    result: Accepted,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  interrupt: op({
    doc: 'Stop the running turn at its next boundary and hand back what was queued to steer it.',
    section: peerOpTable,
    origin: 'peers',
    params: openObject({ 'session-id': SessionTarget }),
    result: openObject({
      accepted: z.boolean().describe('False when idle, or when an interrupt already waits.'),
      pending: z.boolean(),
      'dropped-steering-text': z.string().describe('Clients put this back into the draft.'),
    }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  command: op({
    doc: 'Run a slash command; what it says arrives as events.',
    section: opTable,
    params: openObject({ text: NonBlank, 'session-id': SessionTarget }),
    result: openObject({
      accepted: z.literal(true),
      handled: z.boolean().optional(),
      fallback: AnyName.optional().describe('`:template` when the text named a prompt template.'),
    }),
    errors: [
      'request/invalid-params',
      'request/invalid-session-id',
      'request/session-not-idle',
      'request/not-found',
      'runtime/failed',
    ],
  }),
  frontend_action_result: op({
    doc: 'Answer an action that the server asked the frontend to perform.',
    section: opTable,
    params: FrontendActionResult,
    result: openObject({ accepted: z.literal(true), 'request-id': Text }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
};
