import { sectionRules } from '../../core/requirement.js';

export const streamingRules = [
  ...sectionRules('actions/run', {
    'wm/run/streamed-answer':
      'With partialResultToken the answer to actions/run holds returnCode and no result data.',
    'wm/run/tokens-together': 'partialResultToken and progressToken may be given together.',
    'wm/run/progress': 'With progressToken alone, actions/progress is sent during the run.',
  }),
  ...sectionRules('actions/runBatch', {
    'wm/batch/streamed-answer':
      'With partialResultToken the answer to actions/runBatch holds returnCode and no result data.',
    'wm/batch/progress': 'With progressToken alone, one progress over all projects and actions is sent.',
  }),
  ...sectionRules('actions/partialResult', {
    'wm/partial/token': 'token is the partialResultToken of the request, with its type.',
    'wm/partial/only-requester': 'Parts go to the connection that asked, and to no other.',
    'wm/partial/run-value': 'The value for actions/run has the shape of its result without returnCode.',
    'wm/partial/always':
      'All result data comes as parts, also when the runner does not stream: then as one part before the answer.',
    'wm/partial/before-answer': 'Every part is sent before the answer.',
    'wm/partial/batch-value':
      'The value for actions/runBatch has project, results by action source, and returnCode.',
    'wm/partial/batch-per-project': 'A batch sends one notification for each project.',
    'wm/partial/batch-order': 'Projects come in the order in which they are done.',
    'wm/partial/batch-return-code': 'returnCode is the bitwise OR of the return codes of that project.',
  }),
  ...sectionRules('actions/progress', {
    'wm/progress/token': 'token is the progressToken of the request, with its type.',
    'wm/progress/types': 'The type of a progress value is begin, report or end.',
    'wm/progress/content': 'A report may carry a message and a percentage.',
  }),
  ...sectionRules('actions/treeChanged', {
    'wm/tree-changed/status': 'A change of the status of a project is told to clients.',
    'wm/tree-changed/actions': 'A change of the actions of a project is told to clients.',
    'wm/tree-changed/runner': 'The start and the stop of a runner are told to clients.',
    'wm/tree-changed/node': 'The notification carries the node of the project.',
  }),
];
