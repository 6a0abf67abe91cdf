import type { ActionFinder } from '../actions/find-action.js';
import { actionsOf } from '../actions/list-actions.js';
import { subactionsOf } from '../actions/subactions.js';
import type { EditRouter } from '../documents/edit-router.js';
import type { ProjectRegistry } from '../projects/project-registry.js';
import type { NestedRuns } from '../runs/nested-runs.js';
import { WorkspaceError } from '../workspace-error.js';
import type { EventHub } from '../workspace-events.js';
import type { RunnerAddress, RunnerHost } from './runner-port.js';

export interface RunnerHostParts {
  readonly registry: ProjectRegistry;
  readonly finder: ActionFinder;
  readonly nested: NestedRuns;
  readonly edits: EditRouter;
  readonly hub: EventHub;
  editablePackages(): Promise<Readonly<Record<string, string>>>;
}

/** What the runner at one address may ask for. */
export function createRunnerHost(address: RunnerAddress, parts: RunnerHostParts): RunnerHost {
  const { registry, finder, nested, edits, hub } = parts;
  return {
    applyEdit: (edit) => edits.apply(address, edit),
    rawConfig: async (projectFile) => {
      const [project] = registry.containing(projectFile);
      if (project?.valid !== undefined) return project.valid.rawConfig;
      throw new WorkspaceError(
        'project-not-found',
        `${projectFile} belongs to no project of this workspace that has a valid configuration.`,
      );
    },
    projects: () => registry.projects.map(({ info }) => info),
    actions: () => registry.projects.flatMap(actionsOf),
    editablePackages: () => parts.editablePackages(),
    runInProject: (request) => nested.inProject(address, request),
    runInWorkspace: (request) => nested.inWorkspace(address, request),
    subactions: async (parentSource) =>
      subactionsOf(registry.require(address.projectDir), parentSource, finder),
    userMessage: (message, kind) => hub.userMessage({ kind, message }),
    logRecord: (record) => hub.logRecord({ ...record, ...address }),
  };
}
