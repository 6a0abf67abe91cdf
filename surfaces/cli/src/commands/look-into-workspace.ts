import type { Action, Project } from '@tandem/contracts';
import type { CommandContext, Connection } from '../command-context.js';
import { complaintText } from '../display/complaint-text.js';
import { labelled, visibleLine } from '../display/terminal-text.js';
import { ExitCode } from '../exit-code.js';
import { type BrokenProject, brokenAmong } from '../run/config-complaints.js';
import { addDir, connectTo, workDirOf } from '../run/open-workspace.js';
import { projectFilter, selectProjects } from '../run/project-selection.js';

export interface WorkspaceView {
  readonly connection: Connection;
  /** Those that `--project` names; default: all. */
  readonly projects: readonly Project[];
  readonly brokenProjects: readonly BrokenProject[];
  readonly signal: AbortSignal;
}

/** Of a command's options, those that say where to look. */
interface PlaceOptions {
  readonly flags: { has(name: 'shared-server'): boolean };
  readonly values: { get(name: 'workdir' | 'project'): readonly string[] | undefined };
}

/** Opens a workspace to look at it: configuration is read, nothing is started. */
export async function lookIntoWorkspace<T>(
  { flags, values }: PlaceOptions,
  context: CommandContext,
  look: (view: WorkspaceView) => Promise<T>,
): Promise<T> {
  const { signal, environment } = context;
  const workDir = workDirOf(values.get('workdir')?.at(-1), context);
  const server = flags.has('shared-server') ? 'shared' : 'private';
  await using connection = await connectTo(context, { server, workDir, signal });
  const added = await addDir(connection, { dirPath: workDir, startRunners: false }, signal);
  for (const warning of added.warningsSaid) context.writeError(`${labelled('warning:', warning)}\n`);
  const filter = projectFilter(values.get('project') ?? [], environment);
  const projects = selectProjects(added.projects, filter, environment);
  const brokenProjects = brokenAmong(projects, added.errorsSaid, environment.os);
  return await look({ connection, projects, brokenProjects, signal });
}

/** Tells what is wrong with the projects that were asked for: what could not be looked at is never clean. */
export function complainOfBroken({ brokenProjects }: WorkspaceView, context: CommandContext): ExitCode {
  for (const broken of brokenProjects) {
    context.writeError(`${visibleLine(broken.project.name)}\n${complaintText(broken)}`);
  }
  return brokenProjects.length > 0 ? ExitCode.failed : ExitCode.clean;
}

export async function actionsOf({ connection, projects, signal }: WorkspaceView): Promise<readonly Action[]> {
  const paths = new Set(projects.map(({ path }) => path));
  const { actions } = await connection.request('actions/list', {}, { signal });
  return actions.filter(({ project }) => paths.has(project));
}
