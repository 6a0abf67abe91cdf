import { dirname, join } from 'node:path';
import type { FileSystem } from '@tandem/platform';
import type { LoadPlace } from '../core/extension-loader.js';
import { RunnerError } from '../core/runner-error.js';

/** The folder of an installed npm package: of the environment, of the project, or of a folder above it. */
export async function findPackage(
  packageName: string,
  { projectDir, envName }: LoadPlace,
  fileSystem: Pick<FileSystem, 'stat' | 'realPath'>,
): Promise<string> {
  if (!/^(@[^/\\]+\/)?[^/\\@.][^/\\]*$/.test(packageName)) {
    throw new RunnerError('package-not-found', `"${packageName}" is not the name of an npm package`);
  }
  const roots = [join(projectDir, '.venvs', envName), projectDir];
  for (let dir = projectDir; dir !== dirname(dir); dir = dirname(dir)) roots.push(dirname(dir));
  for (const root of roots) {
    const packageDir = join(root, 'node_modules', packageName);
    if ((await fileSystem.stat(join(packageDir, 'package.json'))) !== undefined)
      return fileSystem.realPath(packageDir);
  }
  throw new RunnerError(
    'package-not-found',
    `Cannot find package ${packageName}: it is installed neither in env "${envName}" nor for ${projectDir}`,
  );
}
