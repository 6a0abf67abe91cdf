import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { CompactionSummary, SessionListing, SessionRef, SessionTarget } from '../shapes.js';
import { NonBlank, Text } from '../values.js';
import { op, opTable, peerOpTable } from './op.js';

const SwitchSessionParams = openObject({
  'session-path': NonBlank.nullish().describe('Session file to resume.'),
  'session-id': SessionTarget.describe('Session that is already loaded; wins over the path.'),
}).superRefine((params, context) => {
  if (params['session-id'] || params['session-path']) return;
  context.addIssue({ code: 'custom', path: ['session-path'], message: 'must name a session file' });
});

export const sessionOps = {
  new_session: op({
    doc: 'Start a session and give it the focus.',
    section: opTable,
    params: openObject({
      'session-id': SessionTarget,
      'parent-session': z.unknown().optional().describe('Session to record as the parent.'),
    }),
    result: SessionRef,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  switch_session: op({
    doc: 'Give the focus to another session, from memory or from its file.',
    section: opTable,
    params: SwitchSessionParams,
    result: SessionRef,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  list_sessions: op({
    doc: 'All loaded sessions, the least recently changed first.',
    section: peerOpTable,
    origin: 'peers',
    params: openObject({ 'session-id': SessionTarget }),
    result: openObject({ 'active-session-id': z.string(), sessions: z.array(SessionListing) }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  fork: op({
    doc: 'Branch a new session off at an entry and give it the focus.',
    section: opTable,
    params: openObject({ 'entry-id': NonBlank, 'session-id': SessionTarget }),
    result: SessionRef,
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  set_session_name: op({
    doc: 'Name the session.',
    section: opTable,
    params: openObject({ name: NonBlank, 'session-id': SessionTarget }),
    result: openObject({ 'session-name': z.string() }),
    errors: ['request/invalid-params', 'request/not-found', 'runtime/failed'],
  }),
  compact: op({
    doc: 'Replace the older part of the conversation by a summary.',
    section: opTable,
    params: openObject({
      'custom-instructions': Text.describe('What the summary should keep.'),
      'session-id': SessionTarget,
    }),
    result: openObject({
      compacted: z.boolean(),
      summary: z.union([z.string(), CompactionSummary]).nullish(),
    }),
    errors: ['request/invalid-params', 'request/session-not-idle', 'request/not-found', 'runtime/failed'],
  }),
};
