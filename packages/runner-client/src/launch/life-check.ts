import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@tandem/platform';
import { within } from '../waiting.js';

export interface LifeCheckOptions {
  /** Where all that the runner sends comes in. */
  readonly incoming: Readable;
  readonly clock: Clock;
  /** Asks what is no work to answer. Settles with the answer, whatever it is, and with the connection. */
  ask(): Promise<unknown>;
}

/**
 * Tells a runner that is busy from one whose only thread a handler blocks: the latter neither answers nor says
 * anything else for a while.
 */
export async function checkLife(
  silenceMs: number,
  { incoming, clock, ask }: LifeCheckOptions,
): Promise<'alive' | 'silent'> {
  const answered = ask().then(
    () => true,
    () => true,
  );
  let hasSpoken = false;
  const onData = (): void => {
    hasSpoken = true;
  };
  incoming.on('data', onData);
  try {
    for (;;) {
      hasSpoken = false;
      if (await within(clock, silenceMs, answered)) return 'alive';
      // Should this process have been the busy one, it now reads what has come meanwhile.
      await setImmediate();
      // While nobody reads, because a listener is behind, the silence is ours.
      if (!hasSpoken && !incoming.isPaused()) return 'silent';
    }
  } finally {
    incoming.off('data', onData);
  }
}
