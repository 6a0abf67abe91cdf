import type { Project } from '@tandem/contracts';
import { type Environment, pathKey, pathsOf } from '@tandem/platform';
import type { CommandContext, Connection } from '../command-context.js';
import { CommandError } from '../command-error.js';
import type { FileSelection } from './payloads.js';

/** Finds the project of each file that `--files` names; it must be one of those to run in. */
export async function chooseFiles(
  connection: Connection,
  files: readonly string[],
  projects: readonly Project[],
  { context, signal }: { context: CommandContext; signal: AbortSignal },
): Promise<FileSelection> {
  if (files.length === 0) return { byProject: undefined };
  const byProject = new Map<string, string[]>();
  for (const filePath of absolute(files, context.environment)) {
    const stat = await context.files.stat(filePath);
    if (stat === undefined) throw new CommandError('usage', `there is no file ${filePath}`);
    if (stat.kind === 'directory')
      throw new CommandError('usage', `${filePath} is a directory; --files takes files`);
    const { project } = await connection.request('workspace/findProjectForFile', { filePath }, { signal });
    if (project === null) throw new CommandError('usage', `${filePath} is in no project of this workspace`);
    if (!projects.some(({ path }) => path === project))
      throw new CommandError('usage', `${filePath} belongs to ${project}, which --project leaves out`);
    byProject.set(project, [...(byProject.get(project) ?? []), filePath]);
  }
  return { byProject };
}

function absolute(files: readonly string[], { os, cwd }: Environment): readonly string[] {
  const paths = files.map((file) => pathsOf(os).resolve(cwd, file));
  return [...new Map(paths.map((path) => [pathKey(path, os), path])).values()];
}
