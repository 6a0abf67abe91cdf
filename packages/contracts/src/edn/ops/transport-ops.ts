import * as z from 'zod';
import { request } from '../../core/contract.js';
import { openObject } from '../../core/wire-object.js';
import { SessionTarget } from '../shapes.js';
import { AnyKeyword, Text } from '../values.js';
import { op, opTable } from './op.js';

const ProtocolVersion = z.string().describe('`1`, or `1.` and anything.');

const HandshakeParams = openObject({
  'client-info': openObject({
    name: z.string(),
    version: z.string(),
    'protocol-version': ProtocolVersion,
    features: z.array(z.string()).nullish(),
  }).optional(),
  'protocol-version': ProtocolVersion.optional().describe(
    'Short form of a peer that introduces itself no further.',
  ),
}).superRefine((params, context) => {
  if (params['client-info'] || params['protocol-version'] !== undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['client-info', 'protocol-version'],
    message: 'must be a string',
  });
});

const Topics = z.array(z.string()).nullish();
const Subscribed = openObject({ subscribed: z.array(z.string()).describe('All topics now, sorted.') });

export const transportOps = {
  handshake: request({
    doc: 'Agree on the protocol version; the only op before the connection is ready.',
    section: '2) Handshake and readiness policy',
    params: HandshakeParams,
    result: openObject({
      'server-info': openObject({
        'protocol-version': z.string(),
        features: z.array(z.string()),
        'session-id': Text.describe('Session in focus.'),
        'model-id': Text,
        'thinking-level': Text,
        'ui-type': AnyKeyword.nullish().describe('Which kind of frontend the server takes the client for.'),
      }),
    }),
    errors: ['protocol/unsupported-version', 'request/invalid-params'],
  }),
  ping: op({
    doc: 'Heartbeat.',
    section: opTable,
    params: openObject({}),
    result: openObject({ pong: z.literal(true), 'protocol-version': z.string() }),
    errors: [],
  }),
  subscribe: op({
    doc: 'Add event topics; the current state of each arrives as events at once.',
    section: opTable,
    params: openObject({
      topics: Topics.describe('Topics to add; unknown ones are ignored.'),
      'session-id': SessionTarget,
    }),
    result: Subscribed,
    errors: ['request/invalid-params'],
  }),
  unsubscribe: op({
    doc: 'Drop event topics; without topics, all of them.',
    section: opTable,
    params: openObject({ topics: Topics.describe('Topics to drop; all when left out.') }),
    result: Subscribed,
    errors: ['request/invalid-params'],
  }),
};
