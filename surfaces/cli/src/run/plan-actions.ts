import type { Action, Project } from '@tandem/contracts';
import { CommandError } from '../command-error.js';
import { suggestionOrList } from '../suggestion.js';

/** An action and where it is to run. */
export interface PlannedAction {
  readonly name: string;
  readonly source: string;
  /** Absent: once for the whole workspace. */
  readonly project?: Project;
  /** A project whose runners can tell what the action takes. */
  readonly askProject: string;
  /** Names of those that do it. */
  readonly handlers: readonly string[];
}

export interface PlanRequest {
  readonly actionNames: readonly string[];
  /** Of all projects. */
  readonly actions: readonly Action[];
  /** The projects to run in. */
  readonly projects: readonly Project[];
  /** True when a person chose the projects. */
  readonly hasFilter: boolean;
}

export interface Plan {
  readonly planned: readonly PlannedAction[];
  /** One for each name that no project knows. */
  readonly unknown: readonly CommandError[];
}

/** Finds what the names mean; each should be an action of at least one of the projects. */
export function planActions(request: PlanRequest): Plan {
  const byPath = new Map(request.projects.map((project) => [project.path, project]));
  const candidates = request.actions.filter((action) => byPath.has(action.project));
  const planned: PlannedAction[] = [];
  const unknown: CommandError[] = [];
  for (const name of request.actionNames) {
    const matching = candidates.filter((action) => isNamed(action, name));
    const [first] = matching;
    if (first === undefined) {
      unknown.push(unknownAction(name, candidates, request));
    } else if (matching.some(({ scope }) => scope === 'workspace')) {
      if (request.hasFilter) throw notHere(name);
      const handlers = matching.flatMap((action) => action.handlers);
      planned.push(toPlanned({ ...first, handlers }));
    } else {
      for (const action of matching) planned.push(toPlanned(action, byPath.get(action.project)));
    }
  }
  return { planned, unknown };
}

export function isNamed(action: Action, name: string): boolean {
  return action.name === name || action.source === name;
}

function toPlanned(action: Action, project?: Project): PlannedAction {
  const { name, source, project: askProject } = action;
  const handlers = action.handlers.map((handler) => handler.name);
  return { name, source, askProject, handlers, ...(project !== undefined && { project }) };
}

function notHere(name: string): CommandError {
  return new CommandError(
    'usage',
    `${name} runs once for the whole workspace: leave out --project and --files`,
  );
}

function unknownAction(name: string, candidates: readonly Action[], request: PlanRequest): CommandError {
  const elsewhere = request.actions.find((action) => isNamed(action, name));
  if (request.hasFilter && elsewhere !== undefined) {
    const where = request.projects.map((project) => project.name).join(', ');
    return new CommandError('usage', `${where} has no action ${name}, but ${elsewhere.project} has`);
  }
  const names = candidates.map((action) => action.name);
  return new CommandError('usage', `unknown action ${name}${suggestionOrList(name, names)}`);
}
