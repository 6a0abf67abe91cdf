import type { ManagedProcess } from '@tandem/platform';
import { describeExit, describeStderr } from './child-process.js';
import { TargetError } from './target.js';

export interface Waiting {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface PortSearch {
  /** What the command did not do when no port is found: "wrote no port number". */
  readonly missing: string;
  find(signal: AbortSignal): Promise<number>;
}

/** The port that a command tells, unless it ends before, or takes too long. */
export async function awaitPort(
  child: ManagedProcess,
  { timeoutMs, signal }: Waiting,
  { missing, find }: PortSearch,
): Promise<number> {
  const over = new AbortController();
  const deadline = AbortSignal.timeout(timeoutMs);
  const exited = child.exited.then((exit) => {
    throw new TargetError(
      `The command ended before it wrote its port: it ${describeExit(exit, child.stderrTail())}`,
    );
  });
  const port = find(AbortSignal.any([signal, deadline, over.signal]));
  try {
    return await Promise.race([port, exited]);
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    throw new TargetError(
      `The command ${missing} within ${timeoutMs} ms; ${describeStderr(child.stderrTail())}`,
    );
  } finally {
    over.abort();
    exited.catch(() => undefined);
    port.catch(() => undefined);
  }
}
