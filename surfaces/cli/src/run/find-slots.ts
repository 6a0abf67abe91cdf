import type { Project } from '@tandem/contracts';
import type { RunArguments } from '../arguments/parse-run-arguments.js';
import { namedActions } from '../arguments/resolve-payload.js';
import type { CommandContext, Connection } from '../command-context.js';
import { chooseFiles } from './choose-files.js';
import type { OpenedWorkspace } from './open-workspace.js';
import { askSchemas, toSlots } from './payloads.js';
import { isNamed, planActions } from './plan-actions.js';
import { complaintsOf } from './project-selection.js';
import type { BrokenProject, Slot } from './run-report.js';

export interface FoundSlots {
  readonly slots: readonly Slot[];
  readonly brokenProjects: readonly BrokenProject[];
  /** What else the person should know. */
  readonly notes: readonly string[];
}

/** Makes runs of the words of a command line, now that the projects and their actions are known. */
export async function findSlots(
  connection: Connection,
  args: RunArguments,
  workspace: OpenedWorkspace,
  { context, signal }: { context: CommandContext; signal: AbortSignal },
): Promise<FoundSlots> {
  const { actions } = workspace;
  const files = await chooseFiles(connection, args.files, { context, signal });
  const projects = workspace.projects.filter(({ path }) => files.byProject?.has(path) ?? true);
  const brokenProjects = projects
    .filter(isBroken)
    .map((project) => ({ project, complaints: complaintsOf(project) }));
  const { planned, unknown } = planActions({
    actionNames: namedActions(args.words, (name) => actions.some((action) => isNamed(action, name))),
    actions,
    projects,
    hasFilter: args.projects.length > 0 || args.files.length > 0,
  });
  // The action may well be one of a project that cannot be read.
  const [firstUnknown] = unknown;
  if (firstUnknown !== undefined && brokenProjects.length === 0) throw firstUnknown;

  const needsSchemas = args.files.length > 0 || args.words.some(({ kind }) => kind === 'payload');
  const schemas = needsSchemas ? await askSchemas(connection, planned, { signal }) : new Map();
  const slots = toSlots(planned, args.words, { schemas, files, environment: context.environment });
  return { slots, brokenProjects, notes: unknown.map(({ message }) => message) };
}

function isBroken({ status }: Project): boolean {
  return status === 'CONFIG_INVALID';
}
