import { dirname, join } from 'node:path';
import { workspaceFileName } from '@tandem/config';
import type { FileSystem } from '@tandem/platform';
import { workspacePlace } from '../daemon/daemon-place.js';

/**
 * The folder whose daemon serves somebody who works in `startDir`. Every surface asks here, so that an editor in a
 * subfolder and a command at the top share one daemon.
 */
export async function findWorkspaceRoot(
  startDir: string,
  { files }: { readonly files: Pick<FileSystem, 'stat' | 'realPath'> },
): Promise<string> {
  // Through a link the folders above would be those of the link.
  const dir = await files.realPath(startDir);
  if ((await files.stat(workspacePlace(dir).portFile))?.kind === 'file') return dir;
  return (
    (await nearestHolding(dir, workspaceFileName, files)) ?? (await nearestHolding(dir, '.git', files)) ?? dir
  );
}

async function nearestHolding(
  startDir: string,
  entryName: string,
  files: Pick<FileSystem, 'stat'>,
): Promise<string | undefined> {
  for (let dir = startDir; ; dir = dirname(dir)) {
    if ((await files.stat(join(dir, entryName))) !== undefined) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}
