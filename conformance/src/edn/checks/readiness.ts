import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import type { EdnCheck } from '../check.js';
import { expectEcho, expectErrorCode } from '../expect.js';
import { handshakeParams } from '../session.js';

export const readinessChecks: readonly EdnCheck[] = [
  {
    id: 'readiness/gate',
    title: 'before the handshake every other op is answered with transport/not-ready',
    proves: [
      'edn/handshake/gate',
      'edn/handshake/gate-echo',
      'edn/handshake/gate-before-op',
      'edn/handshake/ready',
    ],
    startsUnready: true,
    async run(session) {
      for (const op of ['ping', 'get_state', 'conformance_no_such_op']) {
        const id = session.newId();
        const answer = await session.call(op, undefined, id);
        expectErrorCode(answer, 'transport/not-ready');
        expectEcho(answer, { id, op });
      }
      await session.getReady();
      await session.probe();
    },
  },
  {
    id: 'readiness/handshake',
    title: 'the handshake answers with a protocol version of major 1 and the features',
    proves: ['edn/handshake/negotiates', 'edn/handshake/features', 'edn/handshake/ready'],
    startsUnready: true,
    async run(session) {
      const answer = await session.call('handshake', handshakeParams('1.0'));
      const info = serverInfo(answer.data);
      const isGood =
        answer.ok === true &&
        /^1(\.|$)/.test(String(info?.['protocol-version'])) &&
        Array.isArray(info?.['features']);
      if (!isGood)
        throw new CheckFailure(
          `expected {:server-info {:protocol-version "1.…" :features […]}}, got ${show(answer)}`,
        );
      await session.probe();
    },
  },
  {
    id: 'readiness/minor-version',
    title: 'any minor version of major 1 is accepted',
    proves: ['edn/handshake/minor-accepted'],
    startsUnready: true,
    async run(session) {
      const answer = await session.call('handshake', handshakeParams('1.7'));
      if (answer.ok !== true) throw new CheckFailure(`expected a successful handshake, got ${show(answer)}`);
      await session.probe();
    },
  },
  {
    id: 'readiness/version',
    title:
      'another major version is answered with protocol/unsupported-version, and the connection does not get ready',
    proves: ['edn/handshake/unsupported-major', 'edn/handshake/unsupported-not-ready'],
    startsUnready: true,
    async run(session) {
      expectErrorCode(
        await session.call('handshake', handshakeParams('2.0')),
        'protocol/unsupported-version',
      );
      session.sendLine('{:id "after" :kind :request :op "ping"}');
      const answer = await session.nextAnswerOrEnd('the end of the connection, or the refusal of a ping');
      if (answer !== undefined) expectErrorCode(answer, 'transport/not-ready');
    },
  },
  {
    id: 'readiness/bad-handshake',
    title: 'a handshake without a version is answered with request/invalid-params',
    proves: ['edn/handshake/version-required'],
    startsUnready: true,
    async run(session) {
      expectErrorCode(
        await session.call('handshake', '{:client-info {:name "x"}}'),
        'request/invalid-params',
      );
      await session.getReady();
      await session.probe();
    },
  },
];

function serverInfo(data: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof data !== 'object' || data === null || !('server-info' in data)) return undefined;
  const info = data['server-info'];
  return typeof info === 'object' && info !== null ? { ...info } : undefined;
}
