import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotTell, CheckFailure } from '../../check.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { finishedRun, objectOf } from '../expect.js';
import type { ErSession } from '../session.js';

/** Where the runner may log about handlers: the place that the probe names, else its log file. */
async function logPath(session: ErSession): Promise<string> {
  const { runLog } = session.probeProject;
  if (runLog !== undefined) return runLog;
  const info = objectOf(await session.call({ method: 'finecodeRunner/getInfo', params: {} }));
  const { logFilePath } = info;
  if (typeof logFilePath === 'string') return logFilePath;
  throw new CannotTell('the runner has no log file, and the probe project names no "runLog"');
}

async function linesIn(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  const files = found.isDirectory()
    ? (await readdir(path, { recursive: true })).map((name) => join(path, name))
    : [path];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.flatMap((text) => text.split('\n'));
}

const checks: readonly ProbeCheck[] = [
  {
    id: 'runlog/run-id',
    title: 'what is logged about a handler carries the walRunId of the run',
    proves: ['er/wal/events'],
    uses: ['note', 'adds', 'counts'],
    async run(session) {
      const handlers = ['adds', 'counts'] as const;
      await session.useHandlers(...handlers);
      const path = await logPath(session);
      const walRunId = `conformance-${randomUUID()}`;
      finishedRun(await session.runHandlers(handlers, { options: { walRunId } }));
      // A runner may write late, but not later than the end of its work.
      await session.call({ method: 'shutdown', params: null });
      const lines = (await linesIn(path)).filter((line) => line.includes(walRunId));
      for (const handler of handlers) {
        if (lines.some((line) => line.includes(handler))) continue;
        throw new CheckFailure(`expected a line about handler "${handler}" with ${walRunId} in ${path}`);
      }
    },
  },
];

/** One run id across environments, so that logs can be read together. */
export const runLogChecks = withProbe(checks);
