import { dirname, join } from 'node:path';
import type { FileSystem } from '@tandem/platform';
import type { LoadPlace } from '../core/extension-loader.js';
import { RunnerError } from '../core/runner-error.js';

/** The folder of an installed npm package: where the environment has its packages, else as Node looks from the project. */
export async function findPackage(
  packageName: string,
  { projectDir, nodeModulesDirs }: LoadPlace,
  fileSystem: Pick<FileSystem, 'stat' | 'realPath'>,
): Promise<string> {
  if (!/^(@[^/\\]+\/)?[^/\\@.][^/\\]*$/.test(packageName)) {
    throw new RunnerError('package-not-found', `"${packageName}" is not the name of an npm package`);
  }
  const places = [...nodeModulesDirs, join(projectDir, 'node_modules')];
  for (let dir = projectDir; dir !== dirname(dir); dir = dirname(dir))
    places.push(join(dirname(dir), 'node_modules'));
  for (const place of places) {
    const packageDir = join(place, packageName);
    if ((await fileSystem.stat(join(packageDir, 'package.json'))) !== undefined)
      return fileSystem.realPath(packageDir);
  }
  throw new RunnerError(
    'package-not-found',
    `Cannot find package ${packageName}: it is installed neither in ${nodeModulesDirs.join(', ')} nor for ${projectDir}`,
  );
}
