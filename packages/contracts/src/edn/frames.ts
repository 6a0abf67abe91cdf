import * as z from 'zod';
import { AnyMap, keywordOf } from './values.js';

/** Envelopes are closed: a key that is not listed here is an error. */
export const RequestFrame = z.strictObject({
  id: z
    .string()
    .min(1, { error: 'must not be empty' })
    .describe('Chosen by the client, echoed in the answer.'),
  kind: keywordOf('request'),
  op: z.string().min(1, { error: 'must not be empty' }).describe('Name of the operation.'),
  params: AnyMap.nullish().describe('Arguments of the operation; nil is the same as none.'),
});
export type RequestFrame = z.infer<typeof RequestFrame>;

export const ResponseFrame = z.strictObject({
  id: z.string().describe('Id of the request that this answers.'),
  kind: keywordOf('response'),
  op: z.string().describe('Op of the request that this answers.'),
  ok: z.boolean().describe('Clients look for the literal `true`.'),
  data: z.unknown().optional().describe('Result of the operation; left out when nil.'),
});
export type ResponseFrame = z.infer<typeof ResponseFrame>;

export const ErrorFrame = z.strictObject({
  kind: keywordOf('error'),
  // A rejected request is echoed as it came, so a bad id or op travels back unchanged.
  id: z.unknown().optional().describe('Id of the failed request, as it was sent; absent for a broken line.'),
  op: z.unknown().optional().describe('Op of the failed request, as it was sent.'),
  'error-code': z.string().describe('One of the codes below.'),
  'error-message': z.string().describe('For people: what was wrong and where.'),
  retryable: z.boolean().optional().describe('Whether the same request may succeed later.'),
  data: z.unknown().optional().describe('Details by code, such as `:supported-ops`.'),
});
export type ErrorFrame = z.infer<typeof ErrorFrame>;

export const EventFrame = z.strictObject({
  kind: keywordOf('event'),
  event: z.string().min(1, { error: 'must not be empty' }).describe('The topic.'),
  data: AnyMap.describe('Payload of the topic.'),
  id: z.string().optional().describe('Id of the request that caused the event, if one did.'),
  seq: z.number().int().positive().optional().describe('Grows by one with each event of the connection.'),
  ts: z.string().optional().describe('Time of the event, ISO 8601.'),
});
export type EventFrame = z.infer<typeof EventFrame>;

export const ednFrames = {
  request: { doc: 'Client to server: run an operation.', schema: RequestFrame },
  response: { doc: 'Server to client: the answer of an accepted request.', schema: ResponseFrame },
  error: { doc: 'Server to client: a request or a line that failed.', schema: ErrorFrame },
  event: { doc: 'Server to client: something happened.', schema: EventFrame },
} as const;
