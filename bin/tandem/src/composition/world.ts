import path from 'node:path';
import {
  type Clock,
  createFileLocks,
  createFileSystem,
  createProcesses,
  createSystemClock,
  createTrustedFolders,
  type Environment,
  type FileSystem,
  installExitHook,
  type Locks,
  readEnvironment,
  type SystemProcesses,
  type TrustedFolders,
  userDirectories,
} from '@tandem/platform';

/** The real operating system, as every command gets it. */
export interface World {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly files: FileSystem;
  readonly locks: Locks;
  readonly processes: SystemProcesses;
  readonly trustedFolders: TrustedFolders;
  readonly version: string;
}

declare const TANDEM_VERSION: string;

/** No child outlives the process that calls this. */
export function openWorld(): World {
  const environment = readEnvironment();
  const files = createFileSystem();
  const locks = createFileLocks();
  const processes = createProcesses();
  installExitHook(processes);
  const { stateDir } = userDirectories(environment, 'tandem');
  return {
    environment,
    clock: createSystemClock(),
    files,
    locks,
    processes,
    trustedFolders: createTrustedFolders({ files, locks, os: environment.os, stateDir }),
    version: TANDEM_VERSION,
  };
}

/** Starts this same executable again: every command is a bundle in the folder beside it. */
export function tandemCommand(...args: readonly string[]): { command: string; args: readonly string[] } {
  return { command: process.execPath, args: [path.join(import.meta.dirname, '..', 'tandem.cjs'), ...args] };
}
