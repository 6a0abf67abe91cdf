import { sectionRules } from '../../core/requirement.js';

export const runRules = [
  ...sectionRules('Message Catalog: actions/run', {
    'er/run/params': 'Params are actionName, params and options; options may be null.',
    'er/run/meta': 'options.meta carries trigger, devEnv and orchestrationDepth.',
    'er/run/trigger': 'trigger is user, system or unknown.',
    'er/run/dev-env': 'devEnv is ide, cli, ai, git_hook or ci.',
    'er/run/depth-default': 'orchestrationDepth is 0 when absent.',
    'er/run/depth-unchanged': 'The runner passes orchestrationDepth on to nested calls unchanged.',
    'er/run/token':
      'partialResultToken is an integer or a string and comes back in $/progress with its type.',
    'er/run/formats': 'resultFormats holds json and string; without it the result comes as json.',
    'er/run/success': 'A finished run answers status success with the result in the formats asked for.',
    'er/run/streamed': 'When all data was sent as $/progress the answer has status streamed and no data.',
    'er/run/streamed-only-empty': 'An answer without data is valid only with status streamed.',
    'er/run/stopped': 'A handler that ends the run early answers status stopped with its result.',
    'er/run/error': 'A failed run answers { "error": message }.',
    'er/run/encoded': 'result_by_format is JSON text that the Workspace Manager decodes.',
  }),
  ...sectionRules('Message Catalog: actions/runHandlers', {
    'er/run-handlers/subset': 'Only the named handlers run.',
    'er/run-handlers/order': 'They run one after another, in the order named.',
    'er/run-handlers/previous': 'previousResult is the current result that the first handler sees.',
    'er/run-handlers/first': 'A first segment has previousResult null and starts without a result.',
    'er/run-handlers/result': 'result is the serialised result after all named handlers ran.',
    'er/run-handlers/formats': 'resultByFormat holds the formats asked for, and is {} when none were.',
    'er/run-handlers/streamed': 'With status streamed the result is there all the same.',
    'er/run-handlers/stopped': 'A handler that ends the run early answers status stopped.',
    'er/run-handlers/error': 'A failed segment answers { "error": message }.',
  }),
  ...sectionRules('Message Catalog: $/progress', {
    'er/progress/token': 'token is the partialResultToken of the run, with its type.',
    'er/progress/value': 'value is the JSON text of a partial result.',
    'er/progress/final': 'A run that delivered its results so ends with status streamed and an empty result.',
  }),
];
