import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileError } from '../files/file-error.js';
import { PlatformError } from '../platform-error.js';
import { ownIdentity } from '../process/process-identity.js';
import { attemptLock, sweepRemains } from './lock-attempt.js';
import { type LockRecord, readRecord, removeIfPresent } from './lock-record.js';
import type { Lock, LockResult, Locks } from './locks.js';
import { watchLock } from './watch-lock.js';

export function createFileLocks(): Locks {
  return {
    async tryLock(path) {
      const lockPath = await prepare(path);
      return attempt(lockPath, await newRecord());
    },
    async acquireLock(path, { signal, onWait } = {}) {
      signal?.throwIfAborted();
      const lockPath = await prepare(path);
      const record = await newRecord();
      const first = await attempt(lockPath, record);
      if (first.kind === 'acquired') return unlessAborted(first.lock, signal);
      onWait?.(first);
      const watch = watchLock(lockPath);
      try {
        for (;;) {
          const change = watch.nextChange();
          const result = await attempt(lockPath, record);
          if (result.kind === 'acquired') return unlessAborted(result.lock, signal);
          await change(signal);
        }
      } finally {
        watch.close();
      }
    },
  };
}

async function attempt(path: string, own: LockRecord): Promise<LockResult> {
  try {
    const result = await attemptLock(path, own);
    if (result.kind === 'held') return { kind: 'held', ownerPid: result.owner.pid, owner: result.liveness };
    await sweepRemains(path);
  } catch (cause) {
    throw cause instanceof PlatformError ? cause : fileError('lock', path, cause);
  }
  const release = () => releaseLock(path, own);
  return { kind: 'acquired', lock: { path, release, [Symbol.asyncDispose]: release } };
}

async function unlessAborted(lock: Lock, signal: AbortSignal | undefined): Promise<Lock> {
  if (signal?.aborted) await lock.release();
  signal?.throwIfAborted();
  return lock;
}

/** Somebody may have removed the file by hand and another process have taken the lock: only our own record is ours to remove. */
async function releaseLock(path: string, own: LockRecord): Promise<void> {
  try {
    const current = await readRecord(path);
    if (current?.token === own.token) await removeIfPresent(path);
  } catch (cause) {
    throw cause instanceof PlatformError ? cause : fileError('unlock', path, cause);
  }
}

async function prepare(path: string): Promise<string> {
  const lockPath = resolve(path);
  try {
    await mkdir(dirname(lockPath), { recursive: true });
  } catch (cause) {
    throw fileError('lock', lockPath, cause);
  }
  return lockPath;
}

async function newRecord(): Promise<LockRecord> {
  return { token: randomBytes(16).toString('hex'), ...(await ownIdentity()) };
}
