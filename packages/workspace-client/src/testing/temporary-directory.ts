import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is gone when the test is over. */
export async function temporaryDirectory(): Promise<string> {
  const dirPath = await realpath(await mkdtemp(join(tmpdir(), 'tandem-client-')));
  // A daemon that is about to end may still write its last words there.
  onTestFinished(() => rm(dirPath, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return dirPath;
}
