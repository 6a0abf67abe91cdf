import { parseLogLevel } from '@tandem/platform';
import { wmServerMain } from '@tandem/wm-server';
import { openWorkspace } from '../composition/open-workspace.js';
import { openWorld } from '../composition/world.js';
import { asksForWriteAheadLog, writeAheadLogDir } from '../composition/write-ahead-log.js';
import { usageError } from '../usage-error.js';

export interface WmServerCommandOptions {
  readonly workdir?: string;
  readonly portFile?: string;
  readonly disconnectTimeout: number;
  readonly wal?: boolean;
  readonly logLevel: string;
}

export async function executeStartWmServer(options: WmServerCommandOptions): Promise<void> {
  if (!(options.disconnectTimeout >= 0)) {
    process.exitCode = usageError('--disconnect-timeout is a number of seconds');
    return;
  }
  const world = openWorld();
  const logLevel = parseLogLevel(options.logLevel);
  const keepsLog = options.wal ?? asksForWriteAheadLog(world.environment.variables);
  const code = await wmServerMain(
    {
      disconnectTimeoutSec: options.disconnectTimeout,
      ...(options.workdir !== undefined && { workdir: options.workdir }),
      ...(options.portFile !== undefined && { portFile: options.portFile }),
      ...(logLevel !== undefined && { logLevel }),
    },
    {
      version: world.version,
      environment: world.environment,
      clock: world.clock,
      locks: world.locks,
      openWorkspace: ({ log, dataDir }) =>
        openWorkspace(world, {
          log,
          ...(keepsLog && { writeAheadLogDir: writeAheadLogDir({ dir: dataDir }) }),
        }),
      say: (line) => void process.stderr.write(`${line}\n`),
    },
  );
  // Whatever an extension or a client left open must not keep a daemon that has ended.
  process.exit(code);
}
