import { readFile, writeFile } from 'node:fs/promises';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectEmptyObject, expectEqual, finishedRun, notesOf } from '../expect.js';
import { type ErSession, noteAction } from '../session.js';

async function reload(session: ErSession): Promise<void> {
  expectEmptyObject(await session.call({ method: 'actions/reload', params: { actionName: noteAction } }));
}

async function versionThatRuns(session: ErSession): Promise<unknown> {
  return notesOf(finishedRun(await session.run()).formats['json']);
}

const checks: readonly ProbeCheck[] = [
  {
    id: 'reload/result',
    title: 'actions/reload is answered with an empty object, and the action still runs',
    proves: ['er/reload/result'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      await reload(session);
      expectEqual('the notes', await versionThatRuns(session), ['hello']);
    },
  },
  {
    id: 'reload/code',
    title: 'after a reload the next run uses the code as it is now',
    proves: ['er/reload/code'],
    uses: ['note', 'versioned', 'reload'],
    async run(session) {
      const { file, from, to } = session.part('reload');
      await session.useHandlers('versioned');
      expectEqual('the notes before', await versionThatRuns(session), ['first']);
      const original = await readFile(file, 'utf8');
      try {
        await writeFile(file, original.replaceAll(from, to));
        await reload(session);
        expectEqual('the notes after', await versionThatRuns(session), ['second']);
      } finally {
        await writeFile(file, original);
      }
    },
  },
];

export const reloadingChecks = withProbe(checks);
