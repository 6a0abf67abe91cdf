import type { Lock, LockResult, Locks } from './locks.js';

/** Locks for tests, between the parts of one process; `createMemoryLocks` twice makes two worlds. */
export function createMemoryLocks(): Locks {
  const held = new Set<string>();
  const waiters = new Set<() => void>();

  const tryNow = (path: string): LockResult => {
    if (held.has(path)) return { kind: 'held', ownerPid: process.pid, owner: 'alive' };
    held.add(path);
    let isReleased = false;
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      held.delete(path);
      for (const wake of [...waiters]) wake();
    };
    return { kind: 'acquired', lock: { path, release, [Symbol.asyncDispose]: release } };
  };

  return {
    tryLock: async (path) => tryNow(path),
    acquireLock: (path, { signal, onWait } = {}) =>
      new Promise<Lock>((resolve, reject) => {
        const stop = () => {
          waiters.delete(attempt);
          signal?.removeEventListener('abort', attempt);
        };
        const attempt = () => {
          const result = signal?.aborted ? undefined : tryNow(path);
          if (result?.kind === 'held') return result;
          stop();
          if (result === undefined) reject(signal?.reason);
          else resolve(result.lock);
          return undefined;
        };
        waiters.add(attempt);
        signal?.addEventListener('abort', attempt);
        const first = attempt();
        if (first !== undefined) onWait?.(first);
      }),
  };
}
