import { currentOperatingSystem, type OperatingSystem } from '../operating-system.js';
import { killGroupNow } from './group.js';
import type { ManagedProcess, SpawnOptions } from './managed-process.js';
import { type CommandResult, type RunOptions, runCommand } from './run-command.js';
import { type DetachedOptions, type DetachedProcess, spawnDetached } from './spawn-detached.js';
import { spawnManaged } from './spawn-managed.js';

/** The port through which everything above starts other programs. */
export interface Processes {
  /** A long-lived child. Rejects with a `PlatformError` that names the command when it cannot start. */
  spawnManaged(command: string, args: readonly string[], options: SpawnOptions): Promise<ManagedProcess>;
  /** Runs to the end and captures the output. A failing exit code is a value; an abort rejects with the signal's reason. */
  runCommand(command: string, args: readonly string[], options: RunOptions): Promise<CommandResult>;
  /** A process that outlives us, such as the daemon. */
  spawnDetached(command: string, args: readonly string[], options: DetachedOptions): Promise<DetachedProcess>;
}

export interface SystemProcesses extends Processes {
  /** Forces every living group to end, without waiting: for the last moments of this process. */
  killAllNow(): void;
}

export function createProcesses(options: { readonly os?: OperatingSystem } = {}): SystemProcesses {
  const os = options.os ?? currentOperatingSystem();
  const livingGroups = new Set<number>();
  const host = { os, livingGroups };
  return {
    spawnManaged: (command, args, spawnOptions) => spawnManaged(host, command, args, spawnOptions),
    runCommand: (command, args, runOptions) => runCommand(host, command, args, runOptions),
    spawnDetached: (command, args, detachedOptions) => spawnDetached(command, args, detachedOptions),
    killAllNow: () => {
      for (const pid of livingGroups) killGroupNow(os, pid);
    },
  };
}
