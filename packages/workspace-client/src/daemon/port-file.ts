import { readFile, unlink } from 'node:fs/promises';
import { systemErrorCode, writeFileAtomic } from '@tandem/platform';

/** Undefined when there is none, and when it holds anything but a port. */
export async function readPortFile(filePath: string): Promise<number | undefined> {
  const text = await readFile(filePath, 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const port = /^\s*(\d{1,5})\s*$/.exec(text)?.[1];
  if (port === undefined || Number(port) === 0 || Number(port) > 65_535) return undefined;
  return Number(port);
}

/** Digits only and no line end: other clients of this family read it so. */
export async function writePortFile(filePath: string, port: number): Promise<void> {
  await writeFileAtomic(filePath, String(port));
}

/** Another daemon may have written its own port there since. */
export async function removePortFileIf(filePath: string, ownPort: number): Promise<void> {
  if ((await readPortFile(filePath)) !== ownPort) return;
  await unlink(filePath).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  });
}
