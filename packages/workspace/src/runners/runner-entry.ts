import type { LinkedAbort } from '../concurrency/linked-abort.js';
import type { Runner, RunnerAddress } from './runner-port.js';
import type { StartBackOff } from './start-back-off.js';

export type RunnerStatus = 'no-environment' | 'starting' | 'running' | 'failed' | 'exited';

export interface RunnerState extends RunnerAddress {
  readonly status: RunnerStatus;
  /** Why it is not running, for people. */
  readonly problem?: string;
}

/** What the pool keeps of one address, from the first time it is needed. */
export interface RunnerEntry {
  readonly address: RunnerAddress;
  readonly backOff: StartBackOff;
  status: RunnerStatus;
  problem?: string;
  /** Set while it starts and while it runs. */
  current?: Promise<Runner>;
  /** Ends a start that is under way. */
  starting?: LinkedAbort;
  /** Set while it runs. */
  runner?: Runner;
  /** The configuration changed while it was being configured. */
  isStale: boolean;
}

export function stateOf({ address, status, problem }: RunnerEntry): RunnerState {
  return { ...address, status, ...(problem !== undefined && { problem }) };
}
