import { readWorkspaceFile } from '@tandem/config';
import type { FileSystem } from '@tandem/platform';
import type { ProjectRegistry } from './project-registry.js';

export interface EditablePackagesOptions {
  readonly files: FileSystem;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The packages that projects of the workspace install from their folders: those that the workspace file names, or all. */
export async function editablePackages(
  registry: ProjectRegistry,
  { files, variables }: EditablePackagesOptions,
): Promise<Readonly<Record<string, string>>> {
  const packages: Record<string, string> = {};
  for (const dir of registry.dirs) {
    const reading = await readWorkspaceFile(dir, { files, env: variables });
    if (reading.kind !== 'valid') continue;
    if (reading.settings.allPackagesEditable)
      for (const project of registry.below(dir)) packages[project.name] = project.dir;
    Object.assign(packages, reading.settings.editablePackages);
  }
  return packages;
}
