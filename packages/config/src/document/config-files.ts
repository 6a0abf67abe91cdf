import type { FileSystem } from '@tandem/platform';

/** The little of a file system that configuration needs: it only reads. */
export type ConfigFiles = Pick<FileSystem, 'readTextIfExists' | 'readDirectory' | 'stat'>;

export async function exists(files: ConfigFiles, path: string): Promise<boolean> {
  return (await files.stat(path)) !== undefined;
}
