import type { Project } from '@tandem/contracts';
import { commandOptions } from '../arguments/command-options.js';
import type { CommandContext } from '../command-context.js';
import { complaintText } from '../display/complaint-text.js';
import { fileLabel } from '../display/file-labels.js';
import { renderTable } from '../display/table.js';
import { ExitCode } from '../exit-code.js';
import { noProjectsHere } from '../run/project-selection.js';
import { lookIntoWorkspace, type WorkspaceView } from './look-into-workspace.js';
import { runPlainCommand } from './plain-command.js';

/** `tandem projects`: what is in the workspace, and what is wrong with its configuration. */
export function projectsCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  return runPlainCommand(
    {
      name: 'projects',
      summary: 'Lists the projects of the workspace.',
      options: commandOptions.projects,
      execute: (options) =>
        lookIntoWorkspace(options, context, async (view) => {
          context.write(
            options.flags.has('json')
              ? `${JSON.stringify(toDocument(view), undefined, 2)}\n`
              : describeProjects(view, context),
          );
          if (view.projects.length === 0) context.writeError(`${noProjectsHere}\n`);
          return ExitCode.clean;
        }),
    },
    args,
    context,
  );
}

const statusText = {
  CONFIG_VALID: 'ready',
  CONFIG_INVALID: 'configuration not valid',
  NO_FINECODE: 'not configured',
} as const satisfies Record<Project['status'], string>;

function toDocument({ projects, brokenProjects }: WorkspaceView): object {
  const problems = new Map(brokenProjects.map(({ project, complaints }) => [project.path, complaints]));
  return {
    projects: projects.map(({ name, path, status }) => ({
      name,
      path,
      status,
      problems: problems.get(path) ?? [],
    })),
  };
}

function describeProjects(
  { projects, brokenProjects }: WorkspaceView,
  { environment }: CommandContext,
): string {
  const rows = projects.map(({ name, path, status }) => [
    name,
    fileLabel(path, undefined, environment),
    statusText[status],
  ]);
  const complaints = brokenProjects.map((broken) => `\n${broken.project.name}\n${complaintText(broken)}`);
  return renderTable(rows) + complaints.join('');
}
