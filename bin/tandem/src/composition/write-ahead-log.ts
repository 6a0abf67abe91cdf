import path from 'node:path';
import type { EnvironmentVariables } from '@tandem/platform';
import type { DaemonPlace } from '@tandem/workspace-client';

/** Where the runs of a workspace are logged, below the files of its daemon. */
export function writeAheadLogDir(place: Pick<DaemonPlace, 'dir'>): string {
  return path.join(place.dir, 'state', 'finecode', 'wal');
}

/** A person may ask for the log once and for all. */
export function asksForWriteAheadLog(variables: EnvironmentVariables): boolean {
  return /^(1|true|yes|on)$/i.test(variables['FINECODE_WAL_ENABLED'] ?? '');
}
