import { sectionRules } from '../../core/requirement.js';

export const orchestrationRules = [
  ...sectionRules('Sequential mode', {
    'er/sequential/segments': 'Consecutive handlers of one environment form a segment; order is kept.',
    'er/sequential/same-env-again':
      'An environment that comes again after another one gets a segment of its own.',
    'er/sequential/first': 'The first segment gets previousResult null.',
    'er/sequential/chain': 'Each later segment gets the result of the one before as previousResult.',
    'er/sequential/stopped':
      'A segment that answers stopped ends the chain, and its result is that of the run.',
    'er/sequential/formats': 'Only the last segment is asked for result formats.',
    'er/sequential/final': 'The answer is made of result and formats of the last segment.',
  }),
  ...sectionRules('Concurrent mode', {
    'er/concurrent/groups': 'Handlers are grouped by environment, whatever their order.',
    'er/concurrent/parallel': 'All groups run at the same time, with previousResult null.',
    'er/concurrent/merge':
      'The results of all groups are merged by actions/mergeResults on a runner of the action.',
    'er/concurrent/final': 'The answer is made of the merged result and its formats.',
  }),
  ...sectionRules('Single-env actions', {
    'er/single-env/run': 'An action whose handlers are all in one environment is run by one actions/run.',
    'er/single-env/no-segments':
      'actions/runHandlers is used only when handlers are in several environments.',
  }),
  ...sectionRules('walRunId continuity', {
    'er/wal/one-id': 'One walRunId is made for each logical run and sent in the options of every segment.',
    'er/wal/events': 'Runners tag the events that they log about handlers with this id.',
  }),
  ...sectionRules('Message Catalog: ER -> WM', {
    'er/apply-edit/forward':
      'workspace/applyEdit is passed on to the editor that is connected, and its answer back.',
    'er/raw-config/answer': 'projects/getRawConfig is answered with the configuration as JSON text.',
    'er/raw-config/during-update': 'It is answered also while finecodeRunner/updateConfig is under way.',
    'er/in-project/all-envs':
      'finecode/runActionInProject runs in all environments of the project of the runner.',
    'er/in-project/canonical':
      'The action to run in the project is found by its canonical source only; an alias fails.',
    'er/in-project/result': 'The result is { result, returnCode }.',
    'er/in-project/depth':
      'A call that would nest deeper than the policy allows is refused before it is sent on.',
    'er/in-workspace/projects': 'finecode/runActionInWorkspace runs in the projects named.',
    'er/in-workspace/all': 'With projectPaths null it runs in all projects that declare the action.',
    'er/in-workspace/canonical':
      'The action to run in the workspace is found by its canonical source only; an alias fails.',
    'er/in-workspace/concurrently': 'Projects run side by side, unless concurrently is false.',
    'er/in-workspace/result': 'The result is { resultsByProject } keyed by POSIX project path.',
    'er/in-workspace/fanout':
      'A call to more projects than the policy allows is refused before it is sent on.',
  }),
];
