import { formatSource, type HandlerOverrides } from '@tandem/config';
import type { ConnectionContext, HandlersOf } from '../connection/connection-context.js';
import { refuse } from '../connection/wire-errors.js';
import { toWireProject, toWireReloaded } from '../convert/projects.js';

export function workspaceHandlers({ workspace, client }: ConnectionContext): HandlersOf<'workspace'> {
  const { session } = client;
  return {
    'workspace/listProjects': () => workspace.listProjects().map(toWireProject),
    'workspace/findProjectForFile': ({ filePath }) => ({
      project: workspace.findProjectForFile(filePath) ?? null,
    }),
    'workspace/addDir': async ({ dirPath, startRunners, projects, initializeAllHandlers }, { signal }) => {
      const added = await workspace.addDir(session, dirPath, {
        startRunners,
        initializeAllHandlers,
        signal,
        ...(projects !== undefined && { projects }),
      });
      return { projects: added.map(toWireProject) };
    },
    'workspace/removeDir': async ({ dirPath }) => {
      await workspace.removeDir(dirPath);
      return {};
    },
    'workspace/startRunners': async ({ projects, pythonOverrides }, { signal }) => {
      if (pythonOverrides !== undefined && Object.keys(pythonOverrides).length > 0) {
        throw refuse(
          'notImplemented',
          'workspace/startRunners: pythonOverrides is not supported. Create the environment with the interpreter that it should use.',
        );
      }
      await workspace.startRunners(session, { signal, ...(projects !== undefined && { projects }) });
      return {};
    },
    'workspace/setConfigOverrides': async ({ overrides }, { signal }) => {
      // Whatever came over the wire was JSON; the contract only does not look into the values.
      await workspace.setConfigOverrides(overrides as HandlerOverrides, { signal });
      return {};
    },
    'workspace/getProjectRawConfig': ({ project }) => ({ rawConfig: { ...workspace.rawConfig(project) } }),
    'workspace/explainConfig': ({ project }) => ({
      values: workspace
        .explainConfig(project)
        .map(({ key, value, source }) => ({ key, value, source: formatSource(source) })),
    }),
    'workspace/getWorkspaceEditablePackages': async () => ({
      packages: { ...(await workspace.editablePackages()) },
    }),
    'workspace/getWorkspacePackages': async () => {
      const packages = Object.entries(await workspace.editablePackages());
      return { packages: Object.fromEntries(packages.map(([name, dir]) => [name, { dir }])) };
    },
    'workspace/reloadConfig': async ({ project, allProjects, rescan, killInFlightRuns }, { signal }) => {
      if (project === undefined && !allProjects) {
        throw refuse('invalidParams', 'workspace/reloadConfig: name a project, or set allProjects to true');
      }
      const reloaded = await workspace.reloadConfig({
        signal,
        rescan,
        cancelRuns: killInFlightRuns,
        ...(project !== undefined && { projectDir: project }),
      });
      return { projects: reloaded.map(toWireReloaded) };
    },
    'workspace/prepareEnvs': () => {
      throw refuse(
        'notImplemented',
        'workspace/prepareEnvs: this Workspace Manager does not create environments. Run "tandem prepare-envs" in a terminal, then "workspace/startRunners".',
      );
    },
  };
}
