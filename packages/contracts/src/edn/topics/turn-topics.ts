import * as z from 'zod';
import { spelled } from '../../core/spelling.js';
import { openObject } from '../../core/wire-object.js';
import { ContentBlock, Usage } from '../shapes.js';
import { AnyKeyword, AnyMap, Text } from '../values.js';
import { topic } from './topic.js';

const textSoFar = spelled(
  openObject({
    'session-id': Text,
    text: z.string().describe('All text of the current segment so far, not only what is new.'),
  }),
  { text: { accept: ['delta'] } },
);

const toolCall = {
  'session-id': Text,
  'tool-id': z.string().describe('Unique within the session.'),
  'tool-name': z.string(),
};
const toolCallSpelling = {
  'tool-id': { accept: ['tool-call-id', 'id'] },
  'tool-name': { accept: ['name'] },
};

const ToolCall = spelled(
  openObject({
    ...toolCall,
    'call-summary': Text.describe('One line for people; read by newer clients.'),
    arguments: Text.describe('JSON text.'),
    'parsed-args': AnyMap.nullish().describe('The same as a map with string keys.'),
  }),
  toolCallSpelling,
);

const ToolOutput = spelled(
  openObject({
    ...toolCall,
    content: z.array(ContentBlock),
    'result-text': z.string().describe('Text of the content; replaces what was shown before.'),
    'is-error': z.boolean(),
    details: AnyMap.nullish(),
  }),
  { ...toolCallSpelling, 'result-text': { accept: ['text', 'output', 'delta', 'message'] } },
);

export const turnTopics = {
  'assistant/delta': topic({ doc: 'The answer grows.', payload: textSoFar }),
  'assistant/thinking-delta': topic({
    doc: 'The thinking of the model grows.',
    origin: 'peers',
    payload: textSoFar,
  }),
  'assistant/message': topic({
    doc: 'A message is complete; with role "user", one that another part of the system wrote.',
    payload: spelled(
      openObject({
        'session-id': Text,
        role: z.string(),
        content: z.array(ContentBlock),
        text: Text,
        'stop-reason': AnyKeyword.nullish(),
        'error-message': Text,
        usage: Usage.nullish(),
        'custom-type': Text,
      }),
      { text: { accept: ['message'] } },
    ),
  }),
  'tool/start': topic({ doc: 'A tool call begins.', payload: ToolCall }),
  'tool/delta': topic({
    doc: 'The arguments of a tool call grow while the model writes them.',
    payload: ToolCall,
  }),
  'tool/executing': topic({ doc: 'The tool runs, with these arguments.', payload: ToolCall }),
  'tool/update': topic({ doc: 'Output of the tool so far.', payload: ToolOutput }),
  'tool/result': topic({ doc: 'The tool is done.', payload: ToolOutput }),
};
