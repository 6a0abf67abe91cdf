import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { Message, SessionStats, SessionTarget } from '../shapes.js';
import { AnyMap, NonBlank, Text } from '../values.js';
import { op, opTable } from './op.js';

const SessionParams = openObject({ 'session-id': SessionTarget });

export const queryOps = {
  query_eql: op({
    doc: 'Ask for attributes of the running agent with an EQL query.',
    section: '4) query_eql request contract',
    params: openObject({
      query: NonBlank.describe('EDN text of a vector.'),
      entity: Text.describe('EDN text of a map, the entity to start from.'),
      'session-id': SessionTarget,
    }),
    result: openObject({ result: z.unknown() }),
    errors: ['request/invalid-params', 'request/invalid-query', 'request/not-found', 'runtime/query-failed'],
  }),
  get_state: op({
    doc: 'The state of the session; never a secret.',
    section: opTable,
    params: SessionParams,
    result: openObject({ state: AnyMap }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/query-failed'],
  }),
  get_messages: op({
    doc: 'The conversation as it stands, compaction applied.',
    section: opTable,
    params: SessionParams,
    result: openObject({ messages: z.array(Message) }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/query-failed'],
  }),
  get_session_stats: op({
    doc: 'Phase, queues and counters of the session.',
    section: opTable,
    params: SessionParams,
    result: openObject({ stats: SessionStats }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/query-failed'],
  }),
};
