import { sectionRules } from '../../core/requirement.js';

export const runnerRules = [
  ...sectionRules('documents/ — Document Sync', {
    'wm/documents/no-answer': 'Document messages are notifications and are never answered.',
    'wm/documents/opened': 'documents/opened carries uri and version; runners of the project learn of it.',
    'wm/documents/changed':
      'documents/changed carries version and changes; runners of the project learn of it.',
    'wm/documents/changes':
      'A change replaces the text in its range; later changes see the result of earlier ones.',
    'wm/documents/closed':
      'documents/closed ends the life of the buffer; runners of the project learn of it.',
  }),
  ...sectionRules('runners/list', {
    'wm/runners-list/all': 'Without project the runners of all projects are listed.',
    'wm/runners-list/project': 'With project only the runners of that project are listed.',
    'wm/runners-list/shape': 'A runner has project, env, status and readable_id.',
    'wm/runners-list/status': 'status is NO_VENV, INITIALIZING, FAILED, RUNNING or EXITED.',
  }),
  ...sectionRules('runners/restart', {
    'wm/restart/new-process': 'The runner of project and env is stopped and a new one started.',
    'wm/restart/debug': 'With debug true a debugger can attach to the new runner.',
    'wm/restart/debug-default': 'debug is optional and false when absent.',
    'wm/restart/result': 'runners/restart answers with an empty object.',
  }),
  ...sectionRules('runners/checkEnv', {
    'wm/check-env/valid': 'valid is true when the environment exists and its dependencies are installed.',
    'wm/check-env/invalid': 'valid is false when the environment is missing or broken.',
  }),
  ...sectionRules('runners/removeEnv', {
    'wm/remove-env/removes': 'The environment is removed.',
    'wm/remove-env/stops-first': 'A runner that uses the environment is stopped before.',
    'wm/remove-env/result': 'runners/removeEnv answers with an empty object.',
  }),
  ...sectionRules('server/getInfo', {
    'wm/get-info/log-file': 'logFilePath is the absolute path of the log file of this process.',
    'wm/get-info/static': 'The answer does not change during the life of the server.',
  }),
  ...sectionRules('server/shutdown', {
    'wm/shutdown/stops': 'The server answers with an empty object and stops, whoever else is connected.',
    'wm/shutdown/port-file': 'After a stop no client can find the old port.',
  }),
  ...sectionRules('server/userMessage', {
    'wm/user-message/broadcast': 'A message for the user goes to all connected clients.',
    'wm/user-message/shape': 'It carries a message and a type.',
    'wm/user-message/types': 'The type is INFO, WARNING or ERROR.',
  }),
];
