import * as z from 'zod';
import { openObject } from '../../core/wire-object.js';
import { AnyKeyword, AnyName, Text } from '../values.js';
import { WidgetLine } from './session-topics.js';
import { topic } from './topic.js';

/** What the server asks the frontend to let the user choose. The frontend sends it back whole. */
const FrontendAction = openObject({
  'ui/action-id': AnyKeyword,
  'ui/action-kind': AnyKeyword.describe('`:select`.'),
  'ui/action-name': AnyKeyword.describe(
    '`:select-resume-session`, `:select-session`, `:select-model` or `:select-thinking-level`.',
  ),
  'ui/prompt': z.string(),
  'ui/order': AnyKeyword.nullish().describe('`:default`, or `:preserve` to keep the order given.'),
  'ui/items': z.array(
    openObject({
      'ui.item/id': z.unknown(),
      'ui.item/label': z.string(),
      'ui.item/value': z.unknown(),
      'ui.item/meta': z.unknown().optional(),
    }),
  ),
  'ui/on-submit': openObject({ 'submit/kind': AnyKeyword }).nullish(),
});

const Widget = openObject({
  'extension-id': z.string(),
  'widget-id': z.string(),
  placement: AnyName.describe('`:above-editor` or `:below-editor`.'),
  content: z.array(z.string()).nullish(),
  'content-lines': z.array(WidgetLine).nullish(),
});

export const uiTopics = {
  'ui/dialog-requested': topic({
    doc: 'Ask the user; answered by `resolve_dialog` or `cancel_dialog`.',
    payload: openObject({
      'dialog-id': z.string(),
      kind: z.enum(['confirm', 'select', 'input']),
      title: z.string(),
      message: Text,
      options: z
        .array(openObject({ value: z.unknown(), label: z.string(), description: Text }))
        .nullish()
        .describe('Choices of a `select`.'),
      placeholder: Text.describe('Hint of an `input`.'),
    }),
  }),
  'ui/frontend-action-requested': topic({
    doc: 'Ask the frontend to perform an action; answered by `frontend_action_result`.',
    payload: openObject({
      'request-id': z.string().describe('Id of the request that led to the action.'),
      'ui/action': FrontendAction,
      prompt: Text,
    }),
  }),
  'ui/widgets-updated': topic({
    doc: 'All widgets of extensions, by placement, extension and id.',
    payload: openObject({ widgets: z.array(Widget) }),
  }),
  'ui/widget-specs-updated': topic({
    doc: 'The declarative widgets changed; the client queries them.',
    origin: 'peers',
    payload: openObject({}),
  }),
  'ui/status-updated': topic({
    doc: 'All status texts of extensions, by extension.',
    payload: openObject({ statuses: z.array(openObject({ 'extension-id': z.string(), text: z.string() })) }),
  }),
  'ui/notification': topic({
    doc: 'Something to tell the user in passing.',
    payload: openObject({
      id: z.string(),
      message: z.string(),
      level: z.enum(['info', 'warning', 'error']),
      'extension-id': Text,
    }),
  }),
};
