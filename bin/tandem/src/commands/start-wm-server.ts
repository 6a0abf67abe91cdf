import path from 'node:path';
import { parseLogLevel } from '@tandem/platform';
import { wmServerMain } from '@tandem/wm-server';
import { openWorkspace } from '../composition/open-workspace.js';
import { openWorld } from '../composition/world.js';
import { ExitCode } from '../exit-code.js';

export interface WmServerCommandOptions {
  readonly workdir?: string;
  readonly portFile?: string;
  readonly disconnectTimeout: number;
  readonly wal?: boolean;
  readonly logLevel: string;
}

export async function executeStartWmServer(options: WmServerCommandOptions): Promise<void> {
  if (!(options.disconnectTimeout >= 0)) {
    process.stderr.write('error: --disconnect-timeout is a number of seconds\n(add --help for more)\n');
    process.exitCode = ExitCode.usage;
    return;
  }
  const world = openWorld();
  const logLevel = parseLogLevel(options.logLevel);
  const keepsLog = options.wal ?? isOn(world.environment.variables['FINECODE_WAL_ENABLED']);
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
          ...(keepsLog && { writeAheadLogDir: path.join(dataDir, 'state', 'finecode', 'wal') }),
        }),
      say: (line) => void process.stderr.write(`${line}\n`),
    },
  );
  // Whatever an extension or a client left open must not keep a daemon that has ended.
  process.exit(code);
}

function isOn(value: string | undefined): boolean {
  return /^(1|true|yes|on)$/i.test(value ?? '');
}
