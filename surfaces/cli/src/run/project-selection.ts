import type { Project } from '@tandem/contracts';
import { type Environment, pathKey, pathsOf } from '@tandem/platform';
import { CommandError } from '../command-error.js';
import { suggestionOrList } from '../suggestion.js';

export const noProjectsHere =
  'There are no projects here: a project is a folder with a finecode.toml, a pyproject.toml that uses FineCode, or a package.json with a finecode field.';

/** `api` stays a name; `./api` and `/repo/api` are directories, which the server wants absolute. */
export function projectFilter(wanted: readonly string[], { os, cwd }: Environment): readonly string[] {
  const paths = pathsOf(os);
  return wanted.map((text) => (isDirectory(text) ? paths.resolve(cwd, text) : text));
}

/** The projects that a filter names; all of them when it is empty. */
export function selectProjects(
  projects: readonly Project[],
  filter: readonly string[],
  { os }: Environment,
): readonly Project[] {
  if (filter.length === 0) return projects;
  const matches = (wanted: string) =>
    projects.filter(({ name, path }) => name === wanted || pathKey(path, os) === pathKey(wanted, os));
  for (const wanted of filter) {
    if (matches(wanted).length > 0) continue;
    const names = projects.map(({ name }) => name);
    throw new CommandError('usage', `unknown project ${wanted}${suggestionOrList(wanted, names)}`);
  }
  return [...new Set(filter.flatMap(matches))];
}

/** The slash of `@scope/name` is part of a name. */
function isDirectory(text: string): boolean {
  return text === '.' || text === '..' || (/[\\/]/.test(text) && !text.startsWith('@'));
}
