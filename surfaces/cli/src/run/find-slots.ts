import type { ConfigAssignment } from '../arguments/config-overrides.js';
import type { RunArguments, RunWord } from '../arguments/parse-run-arguments.js';
import {
  missingFields,
  namedActions,
  refuseUnknownFields,
  type Schemas,
  settleWords,
} from '../arguments/resolve-payload.js';
import type { CommandContext, Connection } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { suggestionOrList } from '../suggestion.js';
import { chooseFiles } from './choose-files.js';
import type { BrokenProject } from './config-complaints.js';
import type { OpenedWorkspace } from './open-workspace.js';
import { askSchemas, toSlots } from './payloads.js';
import { isNamed, type Plan, type PlannedAction, planActions } from './plan-actions.js';
import type { Slot } from './run-report.js';

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
  const files = await chooseFiles(connection, args.files, workspace.projects, { context, signal });
  const projects = workspace.projects.filter(({ path }) => files.byProject?.has(path) ?? true);
  const brokenProjects = workspace.brokenProjects.filter(({ project }) => projects.includes(project));
  const plan = (actionNames: readonly string[]): Plan => {
    const hasFilter = args.projects.length > 0 || args.files.length > 0;
    const found = planActions({ actionNames, actions, projects, hasFilter });
    const [unknown] = found.unknown;
    // With a project that cannot be read, the action may well be there.
    if (unknown !== undefined && brokenProjects.length === 0) throw unknown;
    return found;
  };

  const candidates = plan(
    namedActions(args.words, (name) => actions.some((action) => isNamed(action, name))),
  );
  const schemas = await askSchemas(connection, candidates.planned, {
    isNeeded: args.files.length > 0 || args.words.some(({ kind }) => kind === 'payload'),
    signal,
  });
  const words = settleWords(args.words, schemas);
  const { planned, unknown } = plan(actionNamesOf(words, args.words));
  // An action that only a broken project may have can have any field.
  if (unknown.length === 0) refuseUnknownFields(words, schemas);
  // The daemon ignores overrides, and a project that cannot be read may have any handler.
  if (args.server === 'private' && brokenProjects.length === 0) refuseUnknownHandlers(args.config, planned);
  const slots = toSlots(planned, words, { schemas, files, environment: context.environment });
  refuseMissingFields(slots, schemas);
  return {
    slots,
    brokenProjects,
    notes: unknown.map(({ message }) => `${message}; a project that cannot be read may have it`),
  };
}

function refuseUnknownHandlers(config: readonly ConfigAssignment[], planned: readonly PlannedAction[]): void {
  const known = planned.flatMap(({ handlers }) => handlers);
  for (const { handler, key } of config) {
    if (handler === undefined || known.includes(handler)) continue;
    const actions = [...new Set(planned.map(({ name }) => name))].join(' or ');
    throw new CommandError(
      'usage',
      `--config.${handler}.${key}: ${actions} has no handler ${handler}${suggestionOrList(handler, known)}`,
    );
  }
}

/** Said once, before anything runs, and not by each project in the words of its validator. */
function refuseMissingFields(slots: readonly Slot[], schemas: Schemas): void {
  const missing = slots.flatMap(({ actionName, payload }) =>
    missingFields(schemas.get(actionName) ?? null, payload),
  );
  if (missing.length > 0) throw new CommandError('usage', [...new Set(missing)].join('\n'));
}

/** When every word turned out to be a value, one of them was meant as an action: better to say that it is none. */
function actionNamesOf(settled: readonly RunWord[], typed: readonly RunWord[]): readonly string[] {
  const names = namedActions(settled, () => true);
  return names.length > 0 ? names : namedActions(typed, () => true);
}
