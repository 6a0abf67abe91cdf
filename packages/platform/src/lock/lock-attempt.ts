import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { renameWhenFree } from '../files/write-file-atomic.js';
import { currentOperatingSystem } from '../operating-system.js';
import { processExists } from '../process/process-exists.js';
import { type Liveness, livenessOf } from '../process/process-identity.js';
import { claimName, type LockRecord, readRecord, removeIfPresent, writeRecord } from './lock-record.js';

/*
 * The algorithm. Who holds the lock is written in the file at `path`. A free lock is taken by giving a complete
 * record that name, which only one process can do. A holder that was killed leaves its record behind, and
 * replacing it is where such locks usually break: two waiters see the same dead holder, one replaces its record,
 * and the other, a little later, replaces the record of the living winner.
 *
 * Here the right to replace the record with token T is itself a name, `path.T.claim`, taken in the same way.
 * Should the claimant be killed too, the right to its claim with token U is the name `path.U.claim`, and so on: a
 * chain of dead processes of which only the last link may be living. Tokens are never used twice, and a claim is
 * only removed by its own living maker or by the holder of the lock. So whoever, after making a claim, walks the
 * chain again from `path` and arrives at its own claim is the only process that may act, until it dies; it renames
 * its claim to `path`. Whoever arrives elsewhere came too late: it withdraws and starts again.
 */

export type LockAttempt =
  | { readonly kind: 'acquired' }
  | { readonly kind: 'held'; readonly owner: LockRecord; readonly liveness: Exclude<Liveness, 'dead'> };

/** Tries until the lock is ours or in living hands. */
export async function attemptLock(path: string, own: LockRecord): Promise<LockAttempt> {
  const recordPath = `${path}.${own.pid}-${own.token}.new`;
  let claimPath: string | undefined;
  try {
    for (;;) {
      const end = await walkChain(path, own);
      if (end.kind === 'own') {
        // Moving the claim itself uses up the right in the same instant in which it is exercised.
        if (end.name !== path) await renameWhenFree(currentOperatingSystem(), end.name, path);
        claimPath = undefined;
        return { kind: 'acquired' };
      }
      if (claimPath !== undefined) {
        await removeIfPresent(claimPath);
        claimPath = undefined;
        continue;
      }
      if (end.kind === 'held') return end;
      const outcome = await claimName(recordPath, end.name);
      if (outcome === 'record-missing') await writeRecord(recordPath, own);
      if (outcome === 'claimed' && end.name === path) return { kind: 'acquired' };
      if (outcome === 'claimed') claimPath = end.name;
    }
  } finally {
    // A claim that its living maker has given up would stop everybody else.
    if (claimPath !== undefined) await removeIfPresent(claimPath);
    await removeIfPresent(recordPath);
  }
}

/** Removes what killed processes left around the lock. Only its holder may: to it every claim is out of date. */
export async function sweepRemains(path: string): Promise<void> {
  const dirPath = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(dirPath)) {
    if (!name.startsWith(prefix)) continue;
    const suffix = name.slice(prefix.length);
    const writerPid = /^(\d+)-[0-9a-f]+\.new$/.exec(suffix)?.[1];
    const isAbandoned = writerPid !== undefined && !processExists(Number(writerPid));
    if (isAbandoned || /^[0-9a-f]+\.claim$/.test(suffix)) await removeIfPresent(join(dirPath, name));
  }
}

type ChainEnd =
  | { readonly kind: 'vacant' | 'own'; readonly name: string }
  | Extract<LockAttempt, { readonly kind: 'held' }>;

async function walkChain(path: string, own: LockRecord): Promise<ChainEnd> {
  let name = path;
  for (;;) {
    const record = await readRecord(name);
    if (record === undefined) return { kind: 'vacant', name };
    if (record.token === own.token) return { kind: 'own', name };
    const liveness = await livenessOf(record, own.realm);
    if (liveness !== 'dead') return { kind: 'held', owner: record, liveness };
    name = `${path}.${record.token}.claim`;
  }
}
