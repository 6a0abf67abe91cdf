import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';

import { dirname, join } from 'node:path';
import { readEnvironment } from '@tandem/platform';
import { filesOf, type ProbeProject } from './project.js';

/** A folder with projects whose handlers do known things. */
export interface ProbeWorkspace extends AsyncDisposable {
  readonly dir: string;
  /** Absolute directories by the name of the project. */
  projectDir(name: string): string;
  write(path: string, text: string): Promise<void>;
}

export type ProbeProjects = Readonly<Record<string, ProbeProject>>;

/** Writes the projects, by their folder below the workspace (`.` for the workspace itself). */
export async function createProbeWorkspace(projects: ProbeProjects): Promise<ProbeWorkspace> {
  // A server may answer with the real path where it was given a link.
  const dir = await realpath(await mkdtemp(join(readEnvironment().tempDir, 'tandem-probe-')));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  };
  for (const [name, project] of Object.entries(projects)) {
    for (const [file, text] of Object.entries(filesOf(project))) await write(join(name, file), text);
  }
  return {
    dir,
    projectDir: (name) => join(dir, name),
    write,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
