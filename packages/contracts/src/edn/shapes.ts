import * as z from 'zod';
import { openObject } from '../core/wire-object.js';
import { AnyKeyword, AnyMap, AnyName, Count, Flag, Text } from './values.js';

/** Most ops act on the session with the connection's focus unless they name another. */
export const SessionTarget = z
  .string()
  .regex(/\S/, { error: 'must not be blank' })
  .nullish()
  .describe('Session to act on; the one in focus when left out.');

export const Accepted = openObject({ accepted: z.literal(true) });

export const SessionRef = openObject({
  'session-id': z.string(),
  'session-file': Text.describe('File of the session, once it has one.'),
});

export const ModelRef = openObject({ provider: z.string(), id: z.string() });

export const LoginProvider = openObject({ id: z.string(), name: z.string() });

export const ThinkingLevel = z.union([z.string(), AnyKeyword, z.number().int()], {
  error: 'expected a thinking level: a string, a keyword or an integer',
});

/** Blocks of a message. Images carry string types, everything else keywords; readers take both. */
export const ContentBlock = openObject({
  type: AnyName.describe('`:text`, `:thinking`, `:tool-call`, `:error` or `"image"`.'),
  text: Text,
  id: Text.describe('Id of a tool call.'),
  name: Text.describe('Tool of a tool call.'),
  arguments: Text.describe('Arguments of a tool call, as JSON text.'),
  data: Text.describe('Base64 of an image.'),
  mimeType: Text.describe('Media type of an image.'),
});

const Content = z.union([z.string(), z.array(ContentBlock)], {
  error: 'expected a string or a vector of blocks',
});

export const Usage = openObject({
  'input-tokens': Count.nullish(),
  'output-tokens': Count.nullish(),
  'cache-read-tokens': Count.nullish(),
  'cache-write-tokens': Count.nullish(),
  'total-tokens': Count.nullish(),
  cost: AnyMap.nullish().describe('US dollars by token kind, and in total.'),
});

export const Message = openObject({
  role: z.string().describe('"user", "assistant" or "toolResult".'),
  content: Content,
  timestamp: z.unknown().optional(),
  'stop-reason': AnyKeyword.nullish(),
  'error-message': Text,
  usage: Usage.nullish(),
  'tool-call-id': Text,
  'tool-name': Text,
  'is-error': Flag,
  'result-text': Text,
  'custom-type': Text.describe('Set on messages that are shown but not sent to a model.'),
});

export const SessionListing = openObject({
  'session-id': z.string(),
  'session-file': Text,
  'session-name': Text,
  'worktree-path': Text,
  'parent-session-id': Text,
  'parent-session-path': Text,
  'created-at': Text,
  'updated-at': Text,
  'display-name': Text,
});

export const BackgroundJob = openObject({
  'job-id': z.string(),
  'tool-name': Text,
  status: AnyName.describe(
    '`:running`, `:pending-cancel`, `:completed`, `:failed`, `:cancelled`, `:timed-out`.',
  ),
  'started-at': z.unknown().optional(),
  'completed-at': z.unknown().optional(),
  summary: openObject({
    'job-id': z.string(),
    'tool-name': Text,
    status: AnyName,
    'status-label': z.string(),
    'is-terminal': z.boolean(),
    'is-running': z.boolean(),
    'is-cancelling': z.boolean(),
    'list-line': z.string(),
  }).nullish(),
});

export const CompactionSummary = openObject({
  summary: z.string(),
  'first-kept-entry-id': Text,
  'tokens-before': Count.nullish(),
  details: AnyMap.nullish(),
});

export const SessionStats = openObject({
  'session-id': Text,
  phase: AnyName.nullish(),
  'is-idle': Flag,
  'is-streaming': Flag,
  'is-compacting': Flag,
  'is-retrying': Flag,
  'pending-messages': Count.nullish(),
  'retry-attempt': Count.nullish(),
  'journal-entries': Count.nullish(),
  'context-fraction': z.number().nullish(),
});
