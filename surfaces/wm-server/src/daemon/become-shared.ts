import { rm } from 'node:fs/promises';
import type { Clock, Lock, Locks } from '@tandem/platform';
import { type DaemonPlace, readPortFile, watchFile } from '@tandem/workspace-client';

export type SharedClaim =
  | { readonly kind: 'claimed'; readonly lock: Lock }
  | { readonly kind: 'already-running'; readonly port: number };

/** Another daemon that has the lock listens within milliseconds, or is gone. */
const otherListensWithinMs = 15_000;

/** Of all the daemons that are started for a workspace, one becomes the shared one. */
export async function becomeShared(
  place: DaemonPlace,
  { locks, clock }: { readonly locks: Locks; readonly clock: Clock },
): Promise<SharedClaim> {
  const attempt = await locks.tryLock(place.daemonLockFile);
  const lock = attempt.kind === 'acquired' ? attempt.lock : undefined;
  if (lock === undefined) return waitForOther(place, locks, clock);
  // From a daemon that was killed: whoever reads it now would only waste time.
  await rm(place.portFile, { force: true });
  return { kind: 'claimed', lock };
}

/** Until the other daemon listens; or ends, and leaves the place to us. */
async function waitForOther(place: DaemonPlace, locks: Locks, clock: Clock): Promise<SharedClaim> {
  using deadline = clock.deadline(otherListensWithinMs);
  const portSeen = new AbortController();
  const isOver = new AbortController();
  const looking = lookForPort(place.portFile, isOver.signal).then((port) => {
    portSeen.abort();
    return port;
  });
  looking.catch(() => undefined);
  try {
    const signal = AbortSignal.any([deadline.signal, portSeen.signal]);
    return { kind: 'claimed', lock: await locks.acquireLock(place.daemonLockFile, { signal }) };
  } catch (cause) {
    if (portSeen.signal.aborted) return { kind: 'already-running', port: await looking };
    if (!deadline.isExpired) throw cause;
    const message = `Another process holds ${place.daemonLockFile} but does not listen. End it, or remove that file.`;
    throw new Error(message, { cause });
  } finally {
    isOver.abort();
  }
}

async function lookForPort(portFile: string, signal: AbortSignal): Promise<number> {
  using watch = watchFile(portFile);
  for (;;) {
    const port = await readPortFile(portFile);
    if (port !== undefined) return port;
    await watch.nextChange({ signal });
  }
}
