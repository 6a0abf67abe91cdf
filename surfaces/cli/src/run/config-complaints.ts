import type { Project } from '@tandem/contracts';
import { type OperatingSystem, pathKey, pathsOf } from '@tandem/platform';
import * as z from 'zod';

/** What is wrong with the configuration of a project, and what to do about it. */
export interface ConfigComplaint {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly fix?: string;
}

/** A project that was asked for and has a configuration nobody can work with. */
export interface BrokenProject {
  readonly project: Project;
  readonly complaints: readonly ConfigComplaint[];
}

/**
 * The broken ones among projects. The contract's project has no room for the reason: servers send it along as
 * `problems`, or say it to the user, as `file:line:column: reason`, while the project is added.
 */
export function brokenAmong(
  projects: readonly Project[],
  errorsSaid: readonly string[],
  os: OperatingSystem,
): readonly BrokenProject[] {
  const said = errorsSaid.flatMap((text) => text.split('\n')).map(readComplaint);
  return projects
    .filter(({ status }) => status === 'CONFIG_INVALID')
    .map((project) => ({ project, complaints: complaintsAbout(project, said, os) }));
}

function complaintsAbout(
  project: Project,
  said: readonly ConfigComplaint[],
  os: OperatingSystem,
): readonly ConfigComplaint[] {
  const sent = sentWith(project);
  if (sent.length > 0) return sent;
  const about = said.filter(({ file }) => file !== undefined && isIn(file, project.path, os));
  return about.length > 0 ? about : [{ message: 'its configuration is not valid' }];
}

const SentAlong = z.object({
  problems: z.array(
    z.object({
      message: z.string(),
      file: z.string().exactOptional(),
      line: z.int().exactOptional(),
      column: z.int().exactOptional(),
      fix: z.string().exactOptional(),
    }),
  ),
});

function sentWith(project: Project): readonly ConfigComplaint[] {
  const parsed = SentAlong.safeParse(project);
  return parsed.success ? parsed.data.problems : [];
}

function readComplaint(text: string): ConfigComplaint {
  const [, file, line, column, message] = /^(.+?):(\d+):(\d+): (.+)$/.exec(text) ?? [];
  if (file === undefined || message === undefined) return { message: text };
  return { file, line: Number(line), column: Number(column), message };
}

function isIn(filePath: string, dir: string, os: OperatingSystem): boolean {
  return pathKey(pathsOf(os).dirname(filePath), os) === pathKey(dir, os);
}
