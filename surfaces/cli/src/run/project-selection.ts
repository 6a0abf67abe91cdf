import type { Project } from '@tandem/contracts';
import { type Environment, pathKey, pathsOf } from '@tandem/platform';
import * as z from 'zod';
import { CommandError } from '../command-error.js';
import { suggestion } from '../nearest-name.js';

/** What is wrong with the configuration of a project, and what to do about it. */
export interface ConfigComplaint {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly fix?: string;
}

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
    const known = names.length === 0 ? ': the workspace has no projects' : suggestion(wanted, names);
    throw new CommandError('usage', `unknown project ${wanted}${known}`);
  }
  return [...new Set(filter.flatMap(matches))];
}

const Complaint = z.object({
  message: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
  fix: z.string().optional(),
});

const WithProblems = z.object({ problems: z.array(Complaint) });

/** The contract's project has no room for the reason; servers that know it send it along as `problems`. */
export function complaintsOf(project: Project): readonly ConfigComplaint[] {
  const parsed = WithProblems.safeParse(project);
  if (parsed.success && parsed.data.problems.length > 0)
    return parsed.data.problems as readonly ConfigComplaint[];
  return [{ message: 'its configuration is not valid' }];
}

/** The slash of `@scope/name` is part of a name. */
function isDirectory(text: string): boolean {
  return text === '.' || text === '..' || (/[\\/]/.test(text) && !text.startsWith('@'));
}
