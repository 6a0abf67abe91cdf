import { sectionRules } from '../../core/requirement.js';

export const eventRequirements = [
  ...sectionRules('7) Event topic bridge mapping', {
    'edn/events/catalogue': 'No topic outside the catalogue is sent.',
    'edn/events/required-keys': 'Each payload has the keys that its topic requires.',
    'edn/events/kebab-case': 'Payload keys are kebab-case.',
    'edn/events/interleave': 'Events may come between a request and its answer, and answers come meanwhile.',
    'edn/events/frontend-action':
      '`ui/frontend-action-requested` carries its action once, under `:ui/action`.',
    'edn/events/text': 'Text of the model arrives as `assistant/delta`, then as one `assistant/message`.',
    'edn/events/tool-order': 'For one tool call: start, then executing, then updates, then one result.',
    'edn/events/resume-order':
      'When the focus moves: `session/resumed`, then `session/rehydrated`, then updates.',
    'edn/events/subscribed-only': 'With topics subscribed, events of other topics are not sent.',
    'edn/events/request-id': 'An event caused by a request may carry its id; others carry none.',
  }),
  ...sectionRules('8) Canonical error-code taxonomy', {
    'edn/errors/taxonomy': 'Every error code is of the family transport, protocol, request or runtime.',
    'edn/errors/runtime-failed':
      'A failure inside an op is answered with `runtime/failed` and leaves the connection open.',
    'edn/errors/message': 'Every error has a message that is not empty.',
  }),
  ...sectionRules('10) Out-of-scope reminders', {
    'edn/version/one': 'The protocol version is 1.0.',
  }),
];
