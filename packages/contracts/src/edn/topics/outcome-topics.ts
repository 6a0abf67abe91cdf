import * as z from 'zod';
import { spelled } from '../../core/spelling.js';
import { openObject } from '../../core/wire-object.js';
import { Text } from '../values.js';
import { topic } from './topic.js';

const CommandResult = spelled(
  openObject({
    type: z
      .string()
      .describe(
        '"text", "new_session", "session_switch", "login_start", "login-error", "logout", "quit" or "error".',
      ),
    message: Text,
    'session-id': Text.describe('Session to switch to, for "session_switch".'),
    'provider-name': Text,
    'login-url': Text,
    'uses-callback-server': z.boolean().nullish(),
  }),
  // Clients of two generations read one or the other.
  { 'session-id': { accept: ['target-session-id'], send: ['target-session-id'] } },
);

const ErrorPayload = spelled(
  openObject({
    'error-code': z.string(),
    'error-message': z.string(),
    id: Text.describe('Id of the request that failed after it was answered.'),
    op: Text,
    event: Text.describe('Topic whose payload was not fit to send.'),
    'missing-keys': z.array(z.unknown()).nullish(),
  }),
  { 'error-code': { accept: ['code'] }, 'error-message': { accept: ['message'] } },
);

export const outcomeTopics = {
  'command-result': topic({ doc: 'What a slash command or an action led to.', payload: CommandResult }),
  error: topic({ doc: 'Something failed that has no request left to answer.', payload: ErrorPayload }),
};
