import { type Environment, fileUriToPath, isInside, pathsOf } from '@tandem/platform';
import type { CommandContext } from '../command-context.js';

/** Bigger files are generated, and a person reads none of them. */
const maxSourceBytes = 4 * 1024 * 1024;

/** A file of a result as the shortest path that a terminal can open: from here when it is below here. */
export function fileLabel(file: string, projectDir: string | undefined, environment: Environment): string {
  const filePath = toPath(file, projectDir, environment);
  if (filePath === undefined) return file;
  const { os, cwd } = environment;
  return isInside(filePath, cwd, os) ? pathsOf(os).relative(cwd, filePath) || '.' : filePath;
}

/** The lines of a file of a result; `undefined` when it cannot be read, since the problem is worth showing without. */
export async function readLines(
  file: string,
  projectDir: string | undefined,
  { environment, files }: Pick<CommandContext, 'environment' | 'files'>,
): Promise<readonly string[] | undefined> {
  const filePath = toPath(file, projectDir, environment);
  if (filePath === undefined) return undefined;
  try {
    const stat = await files.stat(filePath);
    if (stat?.kind !== 'file' || stat.size > maxSourceBytes) return undefined;
    return (await files.readText(filePath)).split(/\r\n|\n|\r/);
  } catch {
    return undefined;
  }
}

/** Results name files by URI, by path, or by path within the project. */
function toPath(file: string, projectDir: string | undefined, { os, cwd }: Environment): string | undefined {
  if (!/^[a-z][a-z\d+.-]+:/i.test(file)) return pathsOf(os).resolve(projectDir ?? cwd, file);
  try {
    return fileUriToPath(file, os);
  } catch {
    return undefined;
  }
}
