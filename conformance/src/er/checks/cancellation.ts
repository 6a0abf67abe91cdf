import { expectError } from '../../json-rpc/expect.js';
import { cancelMessage } from '../../json-rpc/slow-request.js';
import { type ProbeCheck, withProbe } from '../check.js';
import { expectRun } from '../expect.js';
import type { ErSession } from '../session.js';

const json = { options: { resultFormats: ['json'] } };

/** Starts a run that never ends by itself and cancels it once its handler is at work. */
async function cancelWaiting(session: ErSession): Promise<void> {
  await session.useHandlers('waits', 'began', 'ended');
  const id = session.newId();
  session.startHandlers(id, ['waits']);
  expectRun(await session.runHandlers(['began'], json), { status: 'success', notes: ['began'] });
  session.send(cancelMessage(id));
  expectError(await session.answerTo(id, 'the answer to the cancelled run'), -32800);
}

const checks: readonly ProbeCheck[] = [
  {
    id: 'cancel/answer',
    title: 'a run that is cancelled is answered with −32800, and the runner goes on',
    proves: ['er/cancel/honoured'],
    uses: ['note', 'waits', 'began', 'ended'],
    async run(session) {
      await cancelWaiting(session);
      await session.probe();
    },
  },
  {
    id: 'cancel/handler-stops',
    title: 'the handler of a cancelled run is told, and stops',
    proves: ['er/cancel/honoured'],
    uses: ['note', 'waits', 'began', 'ended'],
    async run(session) {
      await cancelWaiting(session);
      expectRun(await session.runHandlers(['ended'], json), { status: 'success', notes: ['ended'] });
    },
  },
];

export const cancellationChecks = withProbe(checks);
