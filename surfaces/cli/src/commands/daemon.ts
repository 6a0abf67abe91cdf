import type { CommandContext, Connection } from '../command-context.js';
import { workDirOf } from '../run/open-workspace.js';

/** The shared daemon of a workspace, if it runs: these commands look at it and never start it. */
export function findDaemon(
  workDir: string | undefined,
  context: CommandContext,
): Promise<Connection | undefined> {
  return context.connect({
    server: 'shared',
    workDir: workDirOf(workDir, context),
    startIfMissing: false,
    signal: context.signal,
  });
}
