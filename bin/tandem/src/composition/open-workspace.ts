import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { createFileWatcher, type Log } from '@tandem/platform';
import { createRunnerLauncher } from '@tandem/runner-client';
import { createWalWriter, createWorkspace, noRunLog, type Workspace } from '@tandem/workspace';
import { runnerMaxHeapMiB } from './runner-heap.js';
import { tandemCommand, type World } from './world.js';

export interface OpenWorkspaceOptions {
  readonly log: Log;
  /** Where to keep the write-ahead log; none is kept without it. */
  readonly writeAheadLogDir?: string;
}

/** A workspace in this process, with runners as child processes. */
export function openWorkspace(world: World, options: OpenWorkspaceOptions): Workspace {
  const { environment, clock, files, processes, trustedFolders } = world;
  const { log, writeAheadLogDir } = options;
  const maxHeapMiB = runnerMaxHeapMiB(environment, log);
  return createWorkspace({
    files,
    clock,
    log,
    os: environment.os,
    variables: environment.variables,
    launcher: createRunnerLauncher({
      processes,
      clock,
      log,
      environment,
      nodeRunner: {
        ...tandemCommand('runner', 'start'),
        ...(maxHeapMiB !== undefined && { maxHeapMiB }),
      },
      processId: process.pid,
    }),
    watcher: createFileWatcher({ clock }),
    trust: trustedFolders,
    runLog:
      writeAheadLogDir === undefined
        ? noRunLog
        : createWalWriter({
            dir: path.join(writeAheadLogDir, 'wm'),
            files,
            append: (filePath, text) => appendFile(filePath, text),
            clock,
            log,
            writerId: `wm-${process.pid}-${clock.now()}`,
          }),
    runnerWriteAheadLog: writeAheadLogDir !== undefined,
    newRunId: randomUUID,
  });
}
