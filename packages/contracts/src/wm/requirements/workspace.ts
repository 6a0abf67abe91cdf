import { sectionRules } from '../../core/requirement.js';

export const workspaceRules = [
  ...sectionRules('workspace/listProjects', {
    'wm/list-projects/all': 'All projects of the workspace are listed, also those that are not initialised.',
    'wm/list-projects/shape': 'The result is an array of { name, path, status }.',
    'wm/list-projects/empty': 'Without workspace directories the result is an empty array.',
  }),
  ...sectionRules('workspace/findProjectForFile', {
    'wm/find-project/found':
      'For a file in a project the result holds the absolute directory of that project.',
    'wm/find-project/none': 'For a file that is in no known project the result is { "project": null }.',
    'wm/find-project/nested': 'For a file in nested projects the innermost one is found.',
  }),
  ...sectionRules('workspace/addDir', {
    'wm/add-dir/discovers': 'Projects below the directory are found and become part of the workspace.',
    'wm/add-dir/reads-config':
      'The configuration of each initialised project is read and its actions collected.',
    'wm/add-dir/starts-runners': 'Unless told otherwise, runners of the initialised projects are started.',
    'wm/add-dir/start-runners-default': 'startRunners is optional and true when absent.',
    'wm/add-dir/no-runners': 'With startRunners false no runner is started.',
    'wm/add-dir/no-runners-actions': 'With startRunners false the actions are still known afterwards.',
    'wm/add-dir/filter': 'With projects given, only the named projects are initialised and get runners.',
    'wm/add-dir/filter-discovers': 'Projects outside the filter are still found and listed.',
    'wm/add-dir/filter-skips': 'Projects outside the filter have neither config read nor runners started.',
    'wm/add-dir/incremental':
      'A later call for the same directory, with another filter or none, initialises what was skipped before.',
    'wm/add-dir/once': 'A project that is initialised already is not initialised again by a later call.',
    'wm/add-dir/result': 'The result lists only the projects that this call initialised.',
    'wm/add-dir/status': 'The status of a project is CONFIG_VALID or CONFIG_INVALID as its configuration is.',
    'wm/add-dir/union': 'The workspace is the union of the directories that all clients added.',
  }),
  ...sectionRules('workspace/startRunners', {
    'wm/start-runners/all': 'Without projects, runners of all projects are started.',
    'wm/start-runners/some': 'With projects, only their runners are started.',
    'wm/start-runners/complements': 'A runner that runs already is left as it is.',
    'wm/start-runners/presets': 'Actions that presets define can be run afterwards.',
    'wm/start-runners/result': 'workspace/startRunners answers with an empty object.',
  }),
  ...sectionRules('workspace/setConfigOverrides', {
    'wm/overrides/format': 'Overrides are given as action name → handler name → parameter → value.',
    'wm/overrides/all-handlers': 'The handler name "" stands for all handlers of the action.',
    'wm/overrides/later-runs': 'Overrides apply to every run after the call.',
    'wm/overrides/lifetime': 'Overrides stay until the server ends or they are replaced.',
    'wm/overrides/push': 'Runners that run already get the new configuration at once.',
    'wm/overrides/reinitialize':
      'Handlers that exist are dropped and made anew, with the new config, at the next run.',
    'wm/overrides/before-add-dir': 'Overrides set before workspace/addDir are there when runners start.',
    'wm/overrides/replace': 'A later call replaces all earlier overrides.',
    'wm/overrides/cli-own-server':
      'The command line sends overrides before workspace/addDir to its own server.',
    'wm/overrides/cli-shared-server':
      'With a shared server the command line warns that overrides are not supported and ignores them.',
    'wm/overrides/result': 'workspace/setConfigOverrides answers with an empty object.',
  }),
  ...sectionRules('workspace/removeDir', {
    'wm/remove-dir/runners': 'Runners of the projects of the directory are stopped.',
    'wm/remove-dir/forgets': 'Projects of the directory are no longer part of the workspace.',
    'wm/remove-dir/result': 'workspace/removeDir answers with an empty object.',
  }),
  ...sectionRules('workspace/getProjectRawConfig', {
    'wm/raw-config/resolved': 'The configuration is the one after reading files and resolving presets.',
    'wm/raw-config/shape': 'The result is { "rawConfig": … } with the tables of the configuration file.',
    'wm/raw-config/required': 'Without project the answer is an error.',
    'wm/raw-config/unknown': 'For a project that is not in the workspace the answer is an error.',
  }),
];
