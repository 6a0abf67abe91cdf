import type { JsonRpcCheck } from '../adapter.js';
import { expectError } from '../expect.js';
import { frame } from '../frame.js';
import { jsonRpcRules } from '../rules.js';
import { requestMessage } from '../session.js';
import { cancelMessage, needsSlowRequest, slowRequestOf } from '../slow-request.js';

export const cancellingChecks: readonly JsonRpcCheck[] = [
  {
    id: 'cancelling/unknown-id',
    title: 'cancelling what is not running does no harm',
    proves: [...jsonRpcRules, 'wm/rpc/notification', 'apex/request/notification'],
    async run(session) {
      const answered = session.newId();
      await session.probe(answered);
      for (const id of ['never-asked', 424_242, answered]) session.send(cancelMessage(id));
      await session.probe();
    },
  },
  {
    id: 'cancelling/answered-once',
    title: 'a request that is cancelled at once is answered exactly once, with its result or with −32800',
    proves: [...jsonRpcRules, 'wm/rpc/request'],
    async run(session) {
      const id = session.newId();
      session.sendBytes(Buffer.concat([session.probeBytes(id), frame(JSON.stringify(cancelMessage(id)))]));
      const answer = await session.answerTo(id, 'the answer to a cancelled request');
      if (answer.error?.code !== -32800) session.judgeProbe(answer);
      await session.probe();
    },
  },
  {
    id: 'cancelling/slow-request',
    title: 'a running request that is cancelled is answered with −32800',
    proves: [...jsonRpcRules, 'er/cancel/honoured', 'apex/cancel/request'],
    notApplicable: needsSlowRequest,
    async run(session) {
      const id = session.newId();
      session.send(requestMessage(id, slowRequestOf(session)));
      // Its answer proves that the slow request was read and has begun.
      await session.probe();
      session.send(cancelMessage(id));
      expectError(await session.answerTo(id, 'the answer to the cancelled request'), -32800);
      await session.probe();
    },
  },
];
