import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Resolves with the port number once a server has written it, in decimal, to the file. */
export async function awaitPortFile(filePath: string, { signal }: { signal: AbortSignal }): Promise<number> {
  signal.throwIfAborted();
  return await new Promise<number>((resolve, reject) => {
    // The directory is watched, because the file may be created later or be renamed into place.
    const watcher = watch(dirname(filePath), { signal }, (_event, name) => {
      if (name === null || name === basename(filePath)) void look();
    });
    const look = async () => {
      const port = await readPort(filePath);
      if (port === undefined) return;
      watcher.close();
      resolve(port);
    };
    watcher.once('error', reject);
    watcher.once('close', () => reject(signal.reason));
    // Written before the watch began, perhaps.
    void look();
  });
}

async function readPort(filePath: string): Promise<number | undefined> {
  const text = await readFile(filePath, 'utf8').catch(() => '');
  const port = /^\s*(\d{1,5})\s*$/.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
}
