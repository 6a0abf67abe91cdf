import type { JsonRpcCheck } from '../adapter.js';
import { jsonRpcRules } from '../rules.js';
import { requestMessage } from '../session.js';
import { cancelMessage, needsSlowRequest, slowRequestOf } from '../slow-request.js';

const inFlight = 100;

export const concurrencyChecks: readonly JsonRpcCheck[] = [
  {
    id: 'concurrency/many-in-flight',
    title: `${inFlight} requests in flight are each answered once`,
    proves: [...jsonRpcRules, 'wm/rpc/request'],
    async run(session) {
      const ids = Array.from({ length: inFlight }, (_, index) => index + 1);
      for (const id of ids) session.sendBytes(session.probeBytes(id));
      await session.answersToAll(ids);
      await session.probe();
    },
  },
  {
    id: 'concurrency/slow-request',
    title: 'a slow request does not hold up the others',
    proves: [...jsonRpcRules, 'apex/concurrency/control'],
    notApplicable: needsSlowRequest,
    async run(session) {
      const id = session.newId();
      session.send(requestMessage(id, slowRequestOf(session)));
      for (let count = 0; count < 10; count++) await session.probe();
      session.send(cancelMessage(id));
      await session.answerTo(id, 'the answer to the slow request');
    },
  },
];
