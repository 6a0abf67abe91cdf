import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SuiteResult } from '../report.js';
import { measureAddDir } from './add-dir.js';
import { measureRuns } from './runs.js';
import { measureStart } from './start.js';

/** The Workspace Manager and its runners as processes, compared with the least that could do the same. */
export async function workspaceSuite(progress: (text: string) => void): Promise<SuiteResult> {
  const scratchDir = mkdtempSync(path.join(os.tmpdir(), 'tandem-bench-'));
  try {
    progress('start of the Workspace Manager and of a runner');
    const start = await measureStart(scratchDir);
    progress('adding a directory');
    const addDir = await measureAddDir(scratchDir);
    progress('runs');
    const runs = await measureRuns(scratchDir);
    return {
      name: 'workspace',
      title: 'Workspace Manager',
      method: [start.method, addDir.method, runs.method].join('\n\n'),
      tables: [start.table, addDir.table, runs.table],
      targets: [...addDir.targets, ...runs.targets],
    };
  } finally {
    rmSync(scratchDir, { recursive: true, force: true });
  }
}
