import type { Liveness } from '../process/process-identity.js';

/** The right to be the only one, held until released or until the process ends, however it ends. */
export interface Lock extends AsyncDisposable {
  readonly path: string;
  release(): Promise<void>;
}

export interface HeldLock {
  readonly kind: 'held';
  readonly ownerPid: number;
  /** `unknowable`: the owner belongs to another machine or container, where we cannot see whether it still runs. */
  readonly owner: Exclude<Liveness, 'dead'>;
}

export type LockResult = { readonly kind: 'acquired'; readonly lock: Lock } | HeldLock;

export interface AcquireOptions {
  readonly signal?: AbortSignal;
  /** Told once, when the lock is found in other hands. */
  readonly onWait?: (held: HeldLock) => void;
}

/** Single-writer locks between processes, named by a file path whose folder is made when it is missing. */
export interface Locks {
  tryLock(path: string): Promise<LockResult>;
  /** Waits for its turn, in no particular order; rejects with the signal's reason. */
  acquireLock(path: string, options?: AcquireOptions): Promise<Lock>;
}
