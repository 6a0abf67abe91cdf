import type { Answer } from '../../json-rpc/adapter.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectCommandError, expectEqual, objectOf } from '../expect.js';
import { type ErSession, noteAction } from '../session.js';

async function merge(
  session: ErSession,
  results: readonly object[],
  actionName = noteAction,
): Promise<Answer> {
  return await session.call({ method: 'actions/mergeResults', params: { actionName, results } });
}

const checks: readonly ProbeCheck[] = [
  {
    id: 'merge/results',
    title: 'mergeResults makes one result of several, in their order',
    proves: ['er/merge/results', 'er/merge/shape'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const results = [
        { notes: ['b'], bad: false },
        { notes: ['a'], bad: true },
        { notes: ['c'], bad: false },
      ];
      expectEqual('merged', objectOf(await merge(session, results))['merged'], {
        notes: ['b', 'a', 'c'],
        bad: true,
      });
    },
  },
  {
    id: 'merge/one',
    title: 'the only result is the merged one',
    proves: ['er/merge/results'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      const only = { notes: ['a'], bad: false };
      expectEqual('merged', objectOf(await merge(session, [only]))['merged'], only);
    },
  },
  {
    id: 'merge/unknown-action',
    title: 'for an action that is not configured it answers { "error": message }',
    proves: ['er/merge/shape', 'er/errors/command'],
    uses: ['note', 'adds'],
    async run(session) {
      await session.useHandlers('adds');
      expectCommandError(
        await merge(session, [], 'conformance-no-such-action'),
        'conformance-no-such-action',
      );
    },
  },
];

export const mergingChecks = withProbe(checks);
