import { sectionRules } from '../../core/requirement.js';

export const commandRules = [
  ...sectionRules('Message Catalog: initialize, shutdown', {
    'er/initialize/standard': 'initialize is the request of LSP and is answered with capabilities.',
    'er/shutdown/standard': 'shutdown is the request of LSP and is answered with null.',
  }),
  ...sectionRules('Message Catalog: finecodeRunner/updateConfig', {
    'er/update-config/params': 'Params are workingDir, projectName, projectDefPath and config.',
    'er/update-config/actions': 'config.actions lists actions with name, source, handlers and config.',
    'er/update-config/handler-configs': 'config.action_handler_configs maps a handler source to its config.',
    'er/update-config/services': 'config.services may be absent.',
    'er/update-config/initialize-handlers':
      'config.handlers_to_initialize names the handlers to create at once, and may be absent.',
    'er/update-config/result':
      'finecodeRunner/updateConfig answers with an empty object, after the first call and after later ones.',
  }),
  ...sectionRules('Message Catalog: finecodeRunner/getInfo', {
    'er/get-info/log-file': 'logFilePath is the absolute path of the log file.',
    'er/get-info/no-log-file': 'logFilePath is null when the runner does not log to a file.',
  }),
  ...sectionRules('Message Catalog: actions/getPayloadSchemas', {
    'er/payload-schemas/all': 'There is an entry for every action that the runner knows, by action name.',
    'er/payload-schemas/shape': 'A schema has properties by field and a list of the fields without default.',
    'er/payload-schemas/null': 'The entry is null when the action class cannot be imported.',
  }),
  ...sectionRules('Message Catalog: actions/mergeResults', {
    'er/merge/results': 'The results of several segments become one, in their order.',
    'er/merge/shape': 'The result is { "merged": … } or { "error": … }.',
  }),
  ...sectionRules('Message Catalog: actions/reload', {
    'er/reload/code': 'After a reload the next run uses the code as it is now.',
    'er/reload/result': 'actions/reload answers with an empty object.',
  }),
  ...sectionRules('Message Catalog: finecodeRunner/resolveActionMeta', {
    'er/action-meta/complete':
      'The result has an entry for every action that can be imported, by configured source.',
    'er/action-meta/shape': 'An entry has canonical_source and runs_concurrently.',
    'er/action-meta/omitted': 'An action whose class cannot be imported has no entry.',
    'er/action-meta/primary': 'The Workspace Manager uses the canonical source in all later look-ups.',
    'er/action-meta/pending':
      'An action without entry has no canonical source until another runner of the project gives one.',
  }),
  ...sectionRules('Message Catalog: actions/resolveSource', {
    'er/resolve-source/alias': 'Any import path of a class is answered with its module and qualified name.',
    'er/resolve-source/error':
      'A path that cannot be imported or resolved is answered with a JSON-RPC error.',
    'er/resolve-source/use': 'The Workspace Manager asks when a caller uses an alias that it does not know.',
  }),
  ...sectionRules('Message Catalog: packages/resolvePath', {
    'er/resolve-path/found': 'An installed package is answered with its absolute directory.',
  }),
];
