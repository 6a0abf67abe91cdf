import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { Message } from '../shapes.js';
import { AnyMap, Count, Text } from '../values.js';
import { topic } from './topic.js';

const SessionUpdated = openObject({
  'session-id': z.string(),
  phase: z.enum(['idle', 'streaming', 'compacting', 'retrying']),
  'is-streaming': z.boolean(),
  'is-compacting': z.boolean(),
  'pending-message-count': Count.describe('Messages queued to steer or to follow.'),
  'retry-attempt': Count,
  'interrupt-pending': z.boolean(),
  retry: AnyMap.nullish().describe('Read by newer clients.'),
  'retry-deadline-ms': z.number().nullish().describe('Read by newer clients.'),
  'session-file': Text,
  'session-name': Text,
  'session-display-name': Text,
  'model-provider': Text,
  'model-id': Text,
  'model-reasoning': z.boolean().nullish(),
  'thinking-level': Text,
  'effective-reasoning-effort': Text,
  'header-model-label': Text,
  'status-session-line': Text,
  'extension-command-names': z.array(z.string()).nullish(),
  'prompt-templates': z
    .array(
      openObject({
        name: z.string(),
        description: Text,
        content: Text,
        source: z.unknown().optional(),
        'file-path': Text,
      }),
    )
    .nullish(),
});

/** A line of a widget; with an action it can be activated. */
export const WidgetLine = openObject({
  text: z.string(),
  action: openObject({ type: z.literal('command'), command: z.string() })
    .nullish()
    .describe('Slash command to run when the line is activated.'),
  'runtime-state': Text,
  'is-current': z.boolean().nullish(),
});

const SessionSlot = openObject({
  id: z.string(),
  'item-kind': z.literal('session'),
  name: Text,
  'display-name': Text,
  'worktree-path': Text,
  'runtime-state': z.enum(['waiting', 'running', 'retrying', 'compacting']).nullish(),
  'is-streaming': z.boolean(),
  'is-active': z.boolean(),
  'parent-session-id': Text,
  'created-at': Text,
  'updated-at': Text,
});

export const sessionTopics = {
  'session/updated': topic({
    doc: 'State of a session: phase, queues, model, names.',
    payload: SessionUpdated,
  }),
  'session/resumed': topic({
    doc: 'The focus moves to a session; its messages follow in `session/rehydrated`.',
    payload: openObject({
      'session-id': z.string(),
      'session-file': z.string().nullable(),
      'message-count': Count,
    }),
  }),
  'session/rehydrated': topic({
    doc: 'All messages of the session that was resumed.',
    payload: openObject({
      'session-id': Text,
      messages: z.array(Message),
      'tool-calls': AnyMap,
      'tool-order': z.array(z.unknown()),
    }),
  }),
  'context/updated': topic({
    doc: 'All sessions and which one has the focus, with the tree to show.',
    origin: 'peers',
    payload: openObject({
      'active-session-id': z.string().nullable(),
      sessions: z.array(SessionSlot),
      'session-tree-widget': openObject({
        placement: z.string(),
        'extension-id': z.string(),
        'widget-id': z.string(),
        'content-lines': z.array(WidgetLine),
      }).nullish(),
    }),
  }),
  'footer/updated': topic({
    doc: 'What the frontend shows below the input: place, usage, model, activity.',
    payload: openObject({
      'session-id': Text,
      'path-line': z.string(),
      'stats-line': z.string(),
      'session-activity-line': Text,
      'status-line': Text,
      'usage-parts': z.array(z.string()).nullish(),
      'model-text': Text,
      'session-activity-buckets': z
        .array(openObject({ state: z.string(), labels: z.array(z.string()) }))
        .nullish(),
    }),
  }),
};
