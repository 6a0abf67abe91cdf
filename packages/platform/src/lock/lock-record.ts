import { type FileHandle, link, open, readFile, unlink } from 'node:fs/promises';
import { PlatformError, systemErrorCode } from '../platform-error.js';
import type { ProcessIdentity } from '../process/process-identity.js';

/** One attempt to get a lock. The token is never used again, so a file with it can only come from this attempt. */
export interface LockRecord extends ProcessIdentity {
  readonly token: string;
}

/** `undefined` when there is no such file. */
export async function readRecord(filePath: string): Promise<LockRecord | undefined> {
  let text: string;
  try {
    text = await readFile(filePath, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const record = parseRecord(text);
  if (record !== undefined) return record;
  const message = `The lock ${filePath} holds something that is no lock of ours. If no other program needs it, delete it.`;
  throw new PlatformError('lock-unsupported', message);
}

export async function writeRecord(filePath: string, record: LockRecord): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(filePath, 'w', 0o600);
    await file.writeFile(`${JSON.stringify(record)}\n`);
    // After a power cut a lock without content would name no owner, and so stand for ever.
    await file.sync();
  } finally {
    await file?.close();
  }
}

/** Gives a complete record a second name, unless that name is taken: the one step in which files let a single winner through. */
export async function claimName(
  recordPath: string,
  name: string,
): Promise<'claimed' | 'taken' | 'record-missing'> {
  try {
    await link(recordPath, name);
    return 'claimed';
  } catch (cause) {
    switch (systemErrorCode(cause)) {
      case 'EEXIST':
        return 'taken';
      case 'ENOENT':
        return 'record-missing';
      default:
        throw new PlatformError(
          'lock-unsupported',
          `Cannot lock ${name}: its file system has no hard links, or this user may not write there. Choose another folder.`,
          { cause },
        );
    }
  }
}

export async function removeIfPresent(filePath: string): Promise<void> {
  try {
    await unlink(filePath);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}

function parseRecord(text: string): LockRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is LockRecord {
  if (!hasKeys(value, ['token', 'pid', 'startedAt', 'realm']) || !hasKeys(value['realm'], realmKeys))
    return false;
  const { token, pid, startedAt, realm } = value;
  return (
    typeof token === 'string' &&
    /^[0-9a-f]+$/.test(token) &&
    Number.isSafeInteger(pid) &&
    (startedAt === null || typeof startedAt === 'string') &&
    realmKeys.every((key) => typeof realm[key] === 'string')
  );
}

const realmKeys = ['machine', 'boot', 'pidNamespace'] as const;

function hasKeys<Key extends string>(value: unknown, keys: readonly Key[]): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}
