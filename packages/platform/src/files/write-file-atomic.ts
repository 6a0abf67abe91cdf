import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { currentOperatingSystem, type OperatingSystem } from '../operating-system.js';
import { systemErrorCode } from '../platform-error.js';
import { processExists } from '../process/process-exists.js';
import { fileError } from './file-error.js';
import type { WriteOptions } from './file-system.js';

/**
 * Replaces a file in one step: readers see the old content or the new, even when the writer is killed or the
 * machine stops. A link is written through, not replaced. Without `mode` the old file's permissions stay.
 */
export async function writeFileAtomic(
  filePath: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  try {
    const targetPath = await realpath(filePath).catch(() => filePath);
    const mode = options.mode ?? (await existingMode(targetPath));
    await replace(targetPath, content, mode);
  } catch (cause) {
    throw fileError('write', filePath, cause);
  }
}

/** Removes what killed writers left behind in a folder. Call it where such writers work, when nothing else is urgent. */
export async function removeAbandonedWrites(dirPath: string): Promise<void> {
  const names = await readdir(dirPath).catch(() => []);
  const abandoned = names.filter((name) => {
    const writerPid = temporaryName.exec(name)?.[1];
    return writerPid !== undefined && !processExists(Number(writerPid));
  });
  await Promise.all(abandoned.map((name) => removeQuietly(join(dirPath, name))));
}

const temporaryName = /^\..*\.(\d+)-[0-9a-f]{12}\.tandem-tmp$/;

async function replace(
  targetPath: string,
  content: string | Uint8Array,
  mode: number | undefined,
): Promise<void> {
  const dirPath = dirname(targetPath);
  const suffix = `${process.pid}-${randomBytes(6).toString('hex')}.tandem-tmp`;
  // A long name plus the suffix could pass the limit of 255 bytes.
  const temporaryPath = join(dirPath, `.${basename(targetPath).slice(0, 40)}.${suffix}`);
  const file = await open(temporaryPath, 'wx', mode ?? 0o666);
  try {
    await writeAndClose(file, content, mode);
    await renameWhenFree(currentOperatingSystem(), temporaryPath, targetPath);
  } catch (error) {
    await removeQuietly(temporaryPath);
    throw error;
  }
  await syncDirectory(dirPath);
}

async function writeAndClose(
  file: FileHandle,
  content: string | Uint8Array,
  mode: number | undefined,
): Promise<void> {
  try {
    await file.writeFile(content);
    if (mode !== undefined) await file.chmod(mode);
    // Without this a power cut after the rename may leave an empty file.
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Windows refuses to replace a file that a scanner or a reader holds open for a moment. */
export async function renameWhenFree(
  os: OperatingSystem,
  from: string,
  to: string,
  move = rename,
): Promise<void> {
  const attempts = os === 'win32' ? 8 : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await move(from, to);
      return;
    } catch (error) {
      const isBusy = ['EPERM', 'EACCES', 'EBUSY'].includes(systemErrorCode(error) ?? '');
      if (!isBusy || attempt >= attempts) throw error;
      await delay(2 ** attempt);
    }
  }
}

/** Makes the rename itself durable, where folders can be opened at all (not on Windows). */
async function syncDirectory(dirPath: string): Promise<void> {
  if (currentOperatingSystem() === 'win32') return;
  const directory = await open(dirPath, 'r');
  try {
    await directory.sync();
  } catch (error) {
    // Some network file systems refuse; the rename has happened all the same.
    if (systemErrorCode(error) !== 'EINVAL') throw error;
  } finally {
    await directory.close();
  }
}

async function existingMode(filePath: string): Promise<number | undefined> {
  const existing = await stat(filePath).catch(() => undefined);
  return existing?.isFile() === true ? existing.mode & 0o7777 : undefined;
}

async function removeQuietly(path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
}
