import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import type { EdnCheck } from '../check.js';
import { expectErrorCode } from '../expect.js';

interface InvalidEnvelope {
  readonly id: string;
  readonly rule: string;
  readonly what: string;
  readonly line: string;
  readonly code: string;
}

const envelope = 'protocol/invalid-envelope';

const invalidEnvelopes: readonly InvalidEnvelope[] = [
  {
    id: 'envelopes/not-a-map',
    rule: 'edn/transport/not-a-map',
    what: 'a form that is not a map',
    line: '[:id "1"]',
    code: envelope,
  },
  {
    id: 'envelopes/symbol',
    rule: 'edn/transport/not-a-map',
    what: 'a bare symbol',
    line: 'not-edn',
    code: envelope,
  },
  {
    id: 'envelopes/no-id',
    rule: 'edn/request/required-keys',
    what: 'a request without :id',
    line: '{:kind :request :op "ping"}',
    code: envelope,
  },
  {
    id: 'envelopes/no-kind',
    rule: 'edn/request/required-keys',
    what: 'a request without :kind',
    line: '{:id "1" :op "ping"}',
    code: envelope,
  },
  {
    id: 'envelopes/no-op',
    rule: 'edn/request/required-keys',
    what: 'a request without :op',
    line: '{:id "1" :kind :request}',
    code: envelope,
  },
  {
    id: 'envelopes/other-kind',
    rule: 'edn/request/kind',
    what: 'a :kind that is not :request',
    line: '{:id "1" :kind :response :op "ping"}',
    code: envelope,
  },
  {
    id: 'envelopes/extra-key',
    rule: 'edn/request/allowed-keys',
    what: 'a key that the envelope does not have',
    line: '{:id "1" :kind :request :op "ping" :extra 1}',
    code: envelope,
  },
  {
    id: 'envelopes/id-not-text',
    rule: 'edn/request/id-string',
    what: 'an :id that is not text',
    line: '{:id 1 :kind :request :op "ping"}',
    code: 'request/invalid-id',
  },
  {
    id: 'envelopes/id-empty',
    rule: 'edn/request/id-not-empty',
    what: 'an empty :id',
    line: '{:id "" :kind :request :op "ping"}',
    code: 'request/invalid-id',
  },
  {
    id: 'envelopes/op-not-text',
    rule: 'edn/request/op-string',
    what: 'an :op that is not text',
    line: '{:id "1" :kind :request :op :ping}',
    code: 'request/invalid-op',
  },
  {
    id: 'envelopes/op-empty',
    rule: 'edn/request/op-not-empty',
    what: 'an empty :op',
    line: '{:id "1" :kind :request :op ""}',
    code: 'request/invalid-op',
  },
  {
    id: 'envelopes/params-not-a-map',
    rule: 'edn/request/params-map',
    what: ':params that are not a map',
    line: '{:id "1" :kind :request :op "ping" :params [1]}',
    code: 'request/invalid-params',
  },
];

export const envelopeChecks: readonly EdnCheck[] = [
  ...invalidEnvelopes.map(
    ({ id, rule, what, line, code }): EdnCheck => ({
      id,
      title: `${what} is answered with ${code}`,
      proves: [rule, 'edn/transport/goes-on', 'edn/errors/message'],
      async run(session) {
        session.sendLine(line);
        expectErrorCode(await session.nextAnswer(`the error about ${what}`), code);
        await session.probe();
      },
    }),
  ),
  {
    id: 'envelopes/answers',
    title: 'answers have the keys of their envelope and no others',
    proves: [
      'edn/response/required-keys',
      'edn/response/allowed-keys',
      'edn/response/kind',
      'edn/response/ok-boolean',
      'edn/response/echo',
      'edn/error/required-keys',
      'edn/error/allowed-keys',
      'edn/error/kind',
      'edn/op/ping',
    ],
    async run(session) {
      // Every frame that the session reads is held against its envelope; here is one of each kind of answer.
      await session.probe();
      expectErrorCode(await session.call('conformance_no_such_op'), 'request/op-not-supported');
      const state = await session.call('get_state');
      if (state.op !== 'get_state')
        throw new CheckFailure(`an answer has to echo the op, got ${show(state)}`);
    },
  },
];
