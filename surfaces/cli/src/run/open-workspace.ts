import type { Action, ParamsIn, Project, wmContract } from '@tandem/contracts';
import { pathsOf } from '@tandem/platform';
import { toOverrides } from '../arguments/config-overrides.js';
import type { RunArguments } from '../arguments/parse-run-arguments.js';
import { namedActions } from '../arguments/resolve-payload.js';
import type { CommandContext, Connection, ServerKind } from '../command-context.js';
import { CommandError, messageOf } from '../command-error.js';
import { type BrokenProject, brokenAmong } from './config-complaints.js';
import { noProjectsHere, projectFilter, selectProjects } from './project-selection.js';

export function workDirOf(workDir: string | undefined, { environment }: CommandContext): string {
  return pathsOf(environment.os).resolve(environment.cwd, workDir ?? '.');
}

/** A connection to the Workspace Manager of a directory; failing to get one ends the command. */
export async function connectTo(
  context: CommandContext,
  options: { readonly server: ServerKind; readonly workDir: string; readonly signal: AbortSignal },
): Promise<Connection> {
  const stat = await context.files.stat(options.workDir);
  if (stat?.kind !== 'directory') throw new CommandError('usage', `there is no directory ${options.workDir}`);
  try {
    const connection = await context.connect({ ...options, startIfMissing: true });
    if (connection !== undefined) return connection;
  } catch (cause) {
    throw new CommandError('failed', `no Workspace Manager: ${messageOf(cause)}`, { cause });
  }
  throw new CommandError('failed', `no Workspace Manager runs for ${options.workDir}`);
}

export interface OpenedWorkspace {
  /** Those that were asked for, whatever their status. */
  readonly projects: readonly Project[];
  readonly brokenProjects: readonly BrokenProject[];
  readonly actions: readonly Action[];
}

/** Brings the workspace in, overrides first: handlers then start with the right configuration. */
export async function openWorkspace(
  connection: Connection,
  args: RunArguments,
  { context, workDir, signal }: { context: CommandContext; workDir: string; signal: AbortSignal },
): Promise<OpenedWorkspace> {
  if (args.config.length > 0 && args.server === 'private') {
    // Which words after options are actions is not known yet; an override for a name that is none does nothing.
    const names = namedActions(args.words, () => true);
    await connection.request(
      'workspace/setConfigOverrides',
      { overrides: toOverrides(args.config, names) },
      { signal },
    );
  }
  const filter = projectFilter(args.projects, context.environment);
  const added = await addDir(
    connection,
    { dirPath: workDir, initializeAllHandlers: false, ...(filter.length > 0 && { projects: [...filter] }) },
    signal,
  );
  if (added.projects.length === 0) throw new CommandError('usage', noProjectsHere);
  const { actions } = await connection.request('actions/list', {}, { signal });
  const projects = selectProjects(added.projects, filter, context.environment);
  const brokenProjects = brokenAmong(projects, added.errorsSaid, context.environment.os);
  return { projects, brokenProjects, actions };
}

export interface AddedDir {
  /** All projects of the workspace, also those that were there before. */
  readonly projects: readonly Project[];
  /** What the server complained about meanwhile. */
  readonly errorsSaid: readonly string[];
  /** What it found strange, once each. */
  readonly warningsSaid: ReadonlySet<string>;
}

export async function addDir(
  connection: Connection,
  params: ParamsIn<typeof wmContract, 'workspace/addDir'>,
  signal: AbortSignal,
): Promise<AddedDir> {
  const errorsSaid: string[] = [];
  const warningsSaid = new Set<string>();
  using _listener = connection.on('server/userMessage', ({ type, message }) => {
    if (type === 'ERROR') errorsSaid.push(message);
    if (type === 'WARNING') warningsSaid.add(message);
  });
  const added = await connection.request('workspace/addDir', params, { signal });
  const known = await connection.request('workspace/listProjects', {}, { signal });
  // The answer to addDir may say more of a project than the list does.
  const details = new Map(added.projects.map((project) => [project.path, project]));
  const projects = known.map((project) => ({ ...details.get(project.path), ...project }));
  return { projects, errorsSaid, warningsSaid };
}
