import type { JsonRpcCheck } from '../adapter.js';
import { expectError, expectNullId } from '../expect.js';
import { frame } from '../frame.js';
import { framingRules, jsonRpcRules } from '../rules.js';

/** More than any header needs, and more than a careful reader keeps. */
const endlessHeaderBytes = 1024 * 1024;

const hopelessFrames: readonly { readonly id: string; readonly what: string; readonly bytes: string }[] = [
  { id: 'broken/header', what: 'a header that is not one', bytes: 'this is not a header\r\n\r\n{}' },
  {
    id: 'broken/no-length',
    what: 'a header without Content-Length',
    bytes: 'Content-Type: application/vscode-jsonrpc\r\n\r\n{}',
  },
  {
    id: 'broken/length-not-a-number',
    what: 'a Content-Length that is not a number',
    bytes: 'Content-Length: many\r\n\r\n{}',
  },
  { id: 'broken/length-negative', what: 'a negative Content-Length', bytes: 'Content-Length: -2\r\n\r\n{}' },
  {
    id: 'broken/length-absurd',
    what: 'a Content-Length that no reader can hold',
    bytes: 'Content-Length: 99999999999999\r\n\r\n{}',
  },
];

export const brokenFrameChecks: readonly JsonRpcCheck[] = [
  {
    id: 'broken/json',
    title: 'bad JSON in a good frame is answered with −32700, id null, and the connection goes on',
    proves: [
      ...jsonRpcRules,
      'wm/rpc/error',
      'er/errors/protocol',
      'apex/errors/parse',
      'apex/error/null-id',
    ],
    async run(session) {
      for (const body of [
        '{"jsonrpc": "2.0", "id": 1, "method"',
        '[1, 2',
        'not JSON',
        '{"jsonrpc": "2.0",}',
      ]) {
        session.sendBytes(frame(body));
        const answer = await session.nextAnswer('the error about bad JSON');
        expectError(answer, -32700);
        expectNullId(answer);
      }
      await session.probe();
    },
  },
  {
    id: 'broken/utf8',
    title: 'a body that is not UTF-8 is answered with −32700, and the connection goes on',
    proves: [
      ...jsonRpcRules,
      'wm/rpc/error',
      'er/errors/protocol',
      'apex/errors/parse',
      'apex/error/null-id',
    ],
    async run(session) {
      session.sendBytes(frame(Buffer.from('{"jsonrpc":"2.0","id":"\xff\xfe","method":"x"}', 'latin1')));
      const answer = await session.nextAnswer('the error about a body that is not UTF-8');
      expectError(answer, -32700);
      expectNullId(answer);
      await session.probe();
    },
  },
  ...hopelessFrames.map(
    ({ id, what, bytes }): JsonRpcCheck => ({
      id,
      title: `${what} is answered with −32700, then the connection ends`,
      proves: [...framingRules, 'er/errors/protocol', 'apex/error/null-id'],
      async run(session) {
        session.sendBytes(Buffer.from(bytes));
        const answer = await session.nextAnswer(`the error about ${what}`);
        expectError(answer, -32700);
        expectNullId(answer);
        await session.expectEnd(`the end of the connection after ${what}`);
      },
    }),
  ),
  {
    id: 'broken/endless-header',
    title: 'a header that never ends is not waited for: the connection ends',
    proves: framingRules,
    async run(session) {
      session.sendBytes(Buffer.from(`X-Endless: ${'x'.repeat(endlessHeaderBytes)}`));
      // Whether the error still reaches us depends on the network: the target closes while we write.
      await session.expectEnd('the end of the connection after 1 MiB of header');
    },
  },
  {
    id: 'broken/cut-off',
    title: 'a stream that stops within a frame ends the connection',
    proves: framingRules,
    async run(session) {
      const whole = session.probeBytes(session.newId());
      session.sendBytes(whole.subarray(0, whole.length - 5));
      session.channel.endInput();
      await session.expectEnd('the end of the connection after half a frame');
    },
  },
];
