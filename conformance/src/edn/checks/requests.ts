import type { EdnCheck } from '../check.js';
import { expectEcho, expectErrorCode } from '../expect.js';
import { requestText } from '../session.js';

const inFlight = 100;

export const requestChecks: readonly EdnCheck[] = [
  {
    id: 'requests/unknown-op',
    title: 'an unknown op is answered with request/op-not-supported, echoing id and op',
    proves: ['edn/unsupported/code', 'edn/unsupported/echo', 'edn/unsupported/goes-on', 'edn/error/echo'],
    async run(session) {
      const request = { id: session.newId(), op: 'conformance_no_such_op' };
      const answer = await session.call(request.op, '{}', request.id);
      expectErrorCode(answer, 'request/op-not-supported');
      expectEcho(answer, request);
      await session.probe();
    },
  },
  {
    id: 'requests/wrong-params',
    title: 'wrong params are answered with request/invalid-params',
    proves: ['edn/op/invalid-params', 'edn/query/string'],
    async run(session) {
      expectErrorCode(await session.call('query_eql', '{:query 42}'), 'request/invalid-params');
      await session.probe();
    },
  },
  {
    id: 'requests/ids',
    title: 'ids are echoed exactly',
    proves: ['edn/response/echo', 'edn/transport/no-newline-inside'],
    async run(session) {
      for (const id of ['1', ' spaces ', 'ζ漢😀', '"quoted" \\ {:id 1}', 'two\nlines\tand a tab'])
        await session.probe(id);
    },
  },
  {
    id: 'requests/id-again',
    title: 'an id may be used again once it is answered',
    proves: ['edn/pending/cleared'],
    async run(session) {
      for (let count = 0; count < 3; count++) await session.probe('again');
    },
  },
  {
    id: 'requests/many-in-flight',
    title: `${inFlight} requests in flight are each answered once`,
    proves: ['edn/pending/one-answer'],
    async run(session) {
      const ids = Array.from({ length: inFlight }, () => session.newId());
      for (const id of ids) session.sendLine(requestText('ping', undefined, id));
      await session.answersToAll(ids);
      await session.probe();
    },
  },
];
