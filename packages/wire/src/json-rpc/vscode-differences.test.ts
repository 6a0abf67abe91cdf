import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { createMemoryPair } from './memory-pair.js';
import { createPeer } from './peer.js';
import { createRawEnd, type RawEnd } from './test-peers/raw-end.js';

/**
 * Where vscode-jsonrpc 9.0.3 does otherwise than we do, each played to both. When a row fails, the library has
 * changed: move the case into the contract suite.
 */
interface Difference {
  readonly what: string;
  /** Sent first, as bodies or raw bytes. */
  send(raw: RawEnd): void;
  readonly ours: readonly unknown[];
  readonly theirs: readonly unknown[];
}

const ping = { jsonrpc: '2.0', id: 'ping', method: 'ping', params: {} };
const pong = { jsonrpc: '2.0', id: 'ping', result: 'pong' };
const failed = (id: unknown, code: number, message?: string): unknown =>
  expect.objectContaining({
    id,
    error: expect.objectContaining(message === undefined ? { code } : { code, message }),
  });

const differences: readonly Difference[] = [
  {
    what: 'bad JSON in a good frame is not answered',
    send: (raw) => raw.send('{"jsonrpc":'),
    ours: [failed(null, -32700), pong],
    theirs: [pong],
  },
  {
    what: 'a batch is not answered',
    send: (raw) => raw.send([{ jsonrpc: '2.0', id: 1, method: 'ping' }]),
    ours: [[{ jsonrpc: '2.0', id: 1, result: 'pong' }], pong],
    theirs: [pong],
  },
  {
    what: 'a request with the id null is not answered',
    send: (raw) => raw.send({ jsonrpc: '2.0', id: null, method: 'ping' }),
    ours: [{ jsonrpc: '2.0', id: null, result: 'pong' }, pong],
    theirs: [pong],
  },
  {
    what: 'a missing version is accepted',
    send: (raw) => raw.send({ id: 1, method: 'ping' }),
    ours: [failed(1, -32600), pong],
    theirs: [{ jsonrpc: '2.0', id: 1, result: 'pong' }, pong],
  },
  {
    what: 'an array of params is spread over the arguments',
    send: (raw) => raw.send({ jsonrpc: '2.0', id: 1, method: 'first', params: ['a', 'b'] }),
    ours: [{ jsonrpc: '2.0', id: 1, result: ['a', 'b'] }, pong],
    theirs: [{ jsonrpc: '2.0', id: 1, result: 'a' }, pong],
  },
  {
    what: 'the message of a failed handler is wrapped',
    send: (raw) => raw.send({ jsonrpc: '2.0', id: 1, method: 'fail', params: {} }),
    ours: [failed(1, -32603, 'boom'), pong],
    theirs: [failed(1, -32603, 'Request fail failed with message: boom'), pong],
  },
  {
    what: 'a number as params is handed to the handler',
    send: (raw) => raw.send({ jsonrpc: '2.0', id: 1, method: 'first', params: 5 }),
    ours: [failed(1, -32600), pong],
    theirs: [{ jsonrpc: '2.0', id: 1, result: 5 }, pong],
  },
];

describe.each(differences.map((difference) => [difference.what, difference] as const))(
  '%s',
  (_what, { send, ours, theirs }) => {
    it.each([
      ['ours', startOurs, ours],
      ['vscode-jsonrpc', startVscode, theirs],
    ] as const)('%s', async (_name, start, expected) => {
      const [near, far] = createMemoryPair();
      start(far);
      const raw = createRawEnd(near);
      send(raw);
      raw.send(ping);
      const received: unknown[] = [];
      // The answer to the ping comes last, whatever was said before it.
      while (!received.some((message) => (message as { id?: unknown }).id === 'ping'))
        received.push(await raw.next());
      expect(received).toEqual(expected);
    });
  },
);

describe('a broken header', () => {
  it('ours: is answered and the connection closed', async () => {
    const [near, far] = createMemoryPair();
    startOurs(far);
    const raw = createRawEnd(near);
    raw.sendBytes('Nonsense\r\n\r\n{}');
    await raw.ended;
    expect(raw.received).toEqual([failed(null, -32700)]);
  });

  it('vscode-jsonrpc: is not answered, and what follows is lost', async () => {
    const [near, far] = createMemoryPair();
    const errors: string[] = [];
    const connection = startVscode(far);
    const reported = new Promise<void>((resolve) => {
      connection.onError(([error]) => {
        errors.push(error.message);
        resolve();
      });
    });
    const raw = createRawEnd(near);
    raw.sendBytes('Nonsense\r\n\r\n{}');
    raw.send(ping);
    await reported;
    const closed = new Promise<void>((resolve) => connection.onClose(resolve));
    near.destroy();
    await closed;
    expect(errors).not.toEqual([]);
    expect(raw.received).toEqual([]);
  });
});

describe('a call that is open when the stream ends', () => {
  it('ours: is rejected', async () => {
    const [near, far] = createMemoryPair();
    const call = startOurs(far).request('x');
    near.resume();
    near.end();
    await expect(call).rejects.toMatchObject({ code: -32097 });
  });

  it('vscode-jsonrpc: stays open', async () => {
    const [near, far] = createMemoryPair();
    const connection = startVscode(far);
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    void connection.sendRequest('x', {}).then(settle, settle);
    const closed = new Promise<void>((resolve) => connection.onClose(resolve));
    near.resume();
    near.destroy();
    await closed;
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
  });
});

function startOurs(stream: Duplex): ReturnType<typeof createPeer> {
  return createPeer(stream, {
    request(method, params) {
      if (method === 'fail') throw new Error('boom');
      return method === 'first' ? params : 'pong';
    },
    notification: () => {},
  });
}

function startVscode(stream: Duplex): ReturnType<typeof createMessageConnection> {
  const connection = createMessageConnection(
    new StreamMessageReader(stream),
    new StreamMessageWriter(stream),
  );
  connection.onError(() => {});
  connection.onRequest('ping', () => 'pong');
  connection.onRequest('first', (first: unknown) => first);
  connection.onRequest('fail', () => {
    throw new Error('boom');
  });
  connection.listen();
  return connection;
}
