import { CheckFailure } from '../../check.js';
import { show } from '../../session/transcript.js';
import { type JsonRpcAdapter, type JsonRpcCheck, unknownMethod } from '../adapter.js';
import { expectError, expectIdOrNull } from '../expect.js';
import { frame } from '../frame.js';
import { jsonRpcRules } from '../rules.js';

interface InvalidRequest {
  readonly id: string;
  readonly what: string;
  readonly body: (adapter: JsonRpcAdapter) => string;
  /** Just −32600 unless said. */
  readonly codes?: readonly number[];
}

const invalidRequests: readonly InvalidRequest[] = [
  {
    id: 'invalid/no-method',
    what: 'an object without a method',
    body: () => '{"jsonrpc":"2.0","id":"invalid"}',
  },
  {
    id: 'invalid/method-not-text',
    what: 'a method that is not text',
    body: () => '{"jsonrpc":"2.0","id":"invalid","method":42}',
  },
  {
    id: 'invalid/id',
    what: 'an id that is an object',
    body: () => `{"jsonrpc":"2.0","id":{},"method":"${unknownMethod}"}`,
  },
  {
    id: 'invalid/version',
    what: 'a version other than 2.0',
    body: () => `{"jsonrpc":"1.0","id":"invalid","method":"${unknownMethod}"}`,
  },
  {
    id: 'invalid/params',
    what: 'a number as params',
    body: ({ wrongParams }) =>
      `{"jsonrpc":"2.0","id":"invalid","method":"${wrongParams.method}","params":42}`,
    // Not even the form of params, or the wrong params of this method: the standard can be read either way.
    codes: [-32600, -32602],
  },
  { id: 'invalid/number', what: 'a number instead of a message', body: () => '42' },
  { id: 'invalid/text', what: 'text instead of a message', body: () => '"message"' },
  { id: 'invalid/null', what: 'null instead of a message', body: () => 'null' },
];

export const requestChecks: readonly JsonRpcCheck[] = [
  {
    id: 'requests/result',
    title: 'a valid request is answered with a result',
    proves: [
      ...jsonRpcRules,
      'wm/rpc/request',
      'wm/rpc/success',
      'apex/response/result',
      'apex/execute/result',
    ],
    async run(session) {
      const { valid } = session.adapter;
      const answer = await session.call(valid);
      const problem = valid.problemWith(answer);
      if (problem !== undefined)
        throw new CheckFailure(`${valid.method} was answered with ${problem}: ${show(answer)}`);
    },
  },
  {
    id: 'requests/unknown-method',
    title: 'an unknown method is answered with −32601',
    proves: [...jsonRpcRules, 'wm/rpc/unknown-method', 'er/errors/protocol', 'apex/errors/unknown-method'],
    async run(session) {
      expectError(await session.call({ method: unknownMethod, params: {} }), -32601);
      await session.probe();
    },
  },
  {
    id: 'requests/unknown-notification',
    title: 'an unknown notification is ignored',
    proves: [...jsonRpcRules, 'wm/rpc/notification', 'apex/request/notification'],
    async run(session) {
      session.notify(unknownMethod, { some: 'thing' });
      await session.probe();
    },
  },
  {
    id: 'requests/wrong-params',
    title: 'wrong params are answered with −32602',
    proves: [...jsonRpcRules, 'wm/rpc/invalid-params', 'er/errors/protocol', 'apex/execute/invalid-params'],
    async run(session) {
      expectError(await session.call(session.adapter.wrongParams), -32602);
      await session.probe();
    },
  },
  {
    id: 'requests/wrong-params-field',
    title: 'the error about wrong params names the field',
    proves: ['wm/rpc/invalid-params'],
    async run(session) {
      const { wrongParams } = session.adapter;
      const { error } = await session.call(wrongParams);
      if (`${show(error?.message)}${show(error?.data)}`.includes(wrongParams.field)) return;
      throw new CheckFailure(`expected an error that names "${wrongParams.field}", got ${show(error)}`);
    },
  },
  {
    id: 'requests/stray-answer',
    title: 'an answer that nobody asked for is ignored',
    proves: [...jsonRpcRules, 'apex/tool-response/unknown'],
    async run(session) {
      session.send({ jsonrpc: '2.0', id: 'never-asked', result: {} });
      session.send({ jsonrpc: '2.0', id: 987_654_321, error: { code: -32603, message: 'never asked' } });
      await session.probe();
    },
  },
  ...invalidRequests.map(
    ({ id, what, body, codes = [-32600] }): JsonRpcCheck => ({
      id,
      title: `${what} is answered with ${codes.map(String).join(' or ').replaceAll('-', '−')}`,
      proves: [
        ...jsonRpcRules,
        'wm/rpc/error',
        'er/errors/protocol',
        'apex/error/shape',
        'apex/error/null-id',
      ],
      async run(session) {
        session.sendBytes(frame(body(session.adapter)));
        const answer = await session.nextAnswer(`the error about ${what}`);
        expectError(answer, ...codes);
        expectIdOrNull(answer, 'invalid');
        await session.probe();
      },
    }),
  ),
];
