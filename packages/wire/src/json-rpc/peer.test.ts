import { describe, expect, it } from 'vitest';
import { createMemoryPair } from './memory-pair.js';
import { createPeer } from './peer.js';
import type { PeerOptions } from './peer-options.js';
import { methodNotFound, RpcError } from './rpc-error.js';
import { createRawEnd, type RawEnd } from './test-peers/raw-end.js';
import type { MessageHandlers, RpcPeer } from './types.js';

const handlers: MessageHandlers = {
  async request(method, params) {
    switch (method) {
      case 'echo':
        return params;
      case 'nothing':
        return undefined;
      case 'cycle': {
        const cycle: { self?: unknown } = {};
        cycle.self = cycle;
        return cycle;
      }
      case 'bigint':
        return { size: 1n };
      case 'throw':
        throw new Error('the disk is full');
      case 'throw-text':
        throw 'just text';
      case 'refuse':
        throw new RpcError(-32602, 'params.dirPath: expected a string', { data: { path: ['dirPath'] } });
      case 'refuse-with-cycle': {
        const data: { self?: unknown } = {};
        data.self = data;
        throw new RpcError(7, 'no', { data });
      }
      case 'lost':
        throw new RpcError(-32097, 'the runner is gone');
      default:
        throw methodNotFound(method);
    }
  },
  notification: () => {},
};

function connect(options?: PeerOptions, served = handlers): { peer: RpcPeer; raw: RawEnd } {
  const [ours, theirs] = createMemoryPair();
  return { peer: createPeer(ours, served, options), raw: createRawEnd(theirs) };
}

/** Sends one body and expects one answer; then proves that the connection goes on. */
async function check(body: unknown, answer: unknown): Promise<void> {
  const { peer, raw } = connect();
  raw.send(body);
  expect(await raw.next()).toEqual(answer);
  raw.send({ jsonrpc: '2.0', id: 'next', method: 'echo', params: [1] });
  expect(await raw.next()).toEqual({ jsonrpc: '2.0', id: 'next', result: [1] });
  await peer.close();
}

const result = (id: unknown, value: unknown): unknown => ({ jsonrpc: '2.0', id, result: value });
const error = (id: unknown, code: number, message: unknown, data?: unknown): unknown => ({
  jsonrpc: '2.0',
  id,
  error: data === undefined ? { code, message } : { code, message, data },
});

describe('ids', () => {
  it.each([0, 1, -1, 1.5, '', '1', 'ü😀', null])('%j comes back as it is', async (id) => {
    await check({ jsonrpc: '2.0', id, method: 'echo', params: [] }, result(id, []));
  });

  it.each(['12345678901234567890', '-9007199254740993', '1e400', '0.12345678901234567891'])(
    'a number that JavaScript cannot hold comes back digit by digit: %s',
    async (id) => {
      const [ours, theirs] = createMemoryPair();
      const peer = createPeer(ours, handlers);
      const raw = createRawEnd(theirs);
      let bytes = '';
      theirs.on('data', (chunk: Buffer) => {
        bytes += chunk.toString();
      });
      raw.send(
        `{"jsonrpc":"2.0","a":[{"id":1},"\\"id\\":2"],"\\u0069d" : ${id},"method":"echo","params":{"id":3}}`,
      );
      await raw.next();
      expect(bytes).toContain(`"id":${id},`);
      bytes = '';
      raw.send(`[{"jsonrpc":"2.0","method":"echo","id":${id}}, {"jsonrpc":"2.0","id":5.5,"method":"echo"}]`);
      await raw.next();
      expect(bytes).toContain(`"id":${id},`);
      expect(bytes).toContain(`"id":5.5,`);
      await peer.close();
    },
  );
});

describe('results and errors', () => {
  it.each([
    ['nothing', result(1, null)],
    ['throw', error(1, -32603, 'the disk is full')],
    ['throw-text', error(1, -32603, 'Internal error')],
    ['refuse', error(1, -32602, 'params.dirPath: expected a string', { path: ['dirPath'] })],
    ['refuse-with-cycle', error(1, 7, 'no', '(could not be written as JSON)')],
    ['lost', error(1, -32603, 'the runner is gone')],
    ['no/such', error(1, -32601, 'Method not found: no/such')],
    ['cycle', error(1, -32603, expect.stringContaining('The result of cycle is not JSON'))],
    ['bigint', error(1, -32603, expect.stringContaining('The result of bigint is not JSON'))],
  ])('%s', async (method, answer) => {
    await check({ jsonrpc: '2.0', id: 1, method }, answer);
  });

  it('a handler that throws before its first await is the same', async () => {
    const { raw } = connect({}, { request: () => failWith('at once'), notification: () => {} });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    expect(await raw.next()).toEqual(error(1, -32603, 'at once'));
  });

  it('the stack goes to the log, never to the wire', async () => {
    const errors: unknown[] = [];
    const { raw } = connect({ onHandlerError: (thrown, method) => errors.push([method, thrown]) });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'throw' });
    const answer = JSON.stringify(await raw.next());
    expect(answer).not.toMatch(/\.ts|\.js|at |stack/);
    expect(errors).toEqual([['throw', new Error('the disk is full')]]);
    expect((errors[0] as [string, Error])[1].stack).toContain('peer.test.ts');
  });
});

describe('malformed messages', () => {
  const invalid = (id: unknown, what: string): unknown => error(id, -32600, expect.stringContaining(what));
  it.each<[string, unknown, unknown]>([
    ['no body', '', error(null, -32700, expect.stringContaining('not JSON'))],
    ['half a body', '{"jsonrpc":', error(null, -32700, expect.stringContaining('not JSON'))],
    ['a byte order mark', '\ufeff{}', error(null, -32700, expect.stringContaining('not JSON'))],
    ['no version', { id: 1, method: 'echo' }, invalid(1, '"jsonrpc": "2.0" is missing')],
    ['another version', { jsonrpc: '1.0', id: 'a', method: 'echo' }, invalid('a', '"jsonrpc" must be "2.0"')],
    ['no method', { jsonrpc: '2.0', id: 1 }, invalid(1, '"method"')],
    ['a method that is a number', { jsonrpc: '2.0', method: 1, params: 'bar' }, invalid(null, '"method"')],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'echo' }, invalid(null, '"id"')],
    ['an id that is a boolean', { jsonrpc: '2.0', id: true, method: 'echo' }, invalid(null, '"id"')],
    [
      'params that are a string',
      { jsonrpc: '2.0', id: 1, method: 'echo', params: 'x' },
      invalid(1, '"params"'),
    ],
    ['a number', 42, invalid(null, 'object')],
    ['null', null, invalid(null, 'object')],
    ['an empty batch', [], invalid(null, 'empty')],
    ['a batch of nonsense', [1, [], {}], [invalid(null, ''), invalid(null, ''), invalid(null, '')]],
  ])('%s', async (_name, body, answer) => {
    await check(body, answer);
  });

  it('params: null is no params', async () => {
    const seen: unknown[] = [];
    const { raw } = connect({}, { request: (_method, params) => seen.push(params), notification: () => {} });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'x', params: null });
    await raw.next();
    expect(seen).toEqual([undefined]);
  });

  it('bytes that are not UTF-8', async () => {
    const { raw } = connect();
    raw.sendBytes(
      Buffer.concat([Buffer.from('Content-Length: 3\r\n\r\n"'), Buffer.of(0xff), Buffer.from('"')]),
    );
    expect(await raw.next()).toEqual(error(null, -32700, expect.stringContaining('UTF-8')));
    raw.send({ jsonrpc: '2.0', id: 1, method: 'echo', params: ['\ud800'] });
    expect(await raw.next(), 'an escaped lone surrogate is JSON, and survives').toEqual(
      result(1, ['\ud800']),
    );
  });

  it('a broken header is answered, then the connection closes', async () => {
    const { peer, raw } = connect();
    raw.sendBytes('Content-Length: x\r\n\r\n{}');
    expect(await raw.next()).toEqual(error(null, -32700, expect.stringContaining('Content-Length: x')));
    await raw.ended;
    expect(await peer.closed).toMatchObject({ kind: 'broken-frame', error: { code: 'bad-length' } });
  });
});

describe('batches', () => {
  it('are answered in one frame, without the notifications', async () => {
    await check(
      [
        { jsonrpc: '2.0', id: 1, method: 'echo', params: ['a'] },
        { jsonrpc: '2.0', method: 'note' },
        { jsonrpc: '2.0', id: 'two', method: 'no/such' },
        { foo: 'boo' },
        { jsonrpc: '2.0', id: null, method: 'nothing' },
      ],
      expect.arrayContaining([
        result(1, ['a']),
        error('two', -32601, 'Method not found: no/such'),
        error(null, -32600, expect.any(String)),
        result(null, null),
      ]),
    );
  });

  it('of notifications alone are not answered', async () => {
    const { raw } = connect();
    raw.send([
      { jsonrpc: '2.0', method: 'a' },
      { jsonrpc: '2.0', method: 'b' },
    ]);
    raw.send({ jsonrpc: '2.0', id: 1, method: 'echo' });
    expect(await raw.next()).toEqual(result(1, null));
  });

  it('over the limit get one error instead of thousands', async () => {
    const { raw } = connect({ limits: { maxBatchMembers: 3 } });
    raw.send([1, 2, 3, 4]);
    expect(await raw.next()).toEqual(error(null, -32600, expect.stringContaining('more than 3')));
  });

  it('of answers settle the calls', async () => {
    const { peer, raw } = connect();
    const calls = Promise.all([peer.request('a'), peer.request('b')]);
    await raw.next();
    await raw.next();
    raw.send([result(2, 'second'), result(1, 'first')]);
    expect(await calls).toEqual(['first', 'second']);
  });
});

describe('answers', () => {
  it('are written in the order the handlers finish', async () => {
    const finish = new Map<string, (value: string) => void>();
    const { raw } = connect(
      {},
      {
        request: (method) => new Promise((resolve) => finish.set(method, resolve)),
        notification: (method) => finish.get(method)?.(`${method} done`),
      },
    );
    raw.send({ jsonrpc: '2.0', id: 1, method: 'a' });
    raw.send({ jsonrpc: '2.0', id: 2, method: 'b' });
    raw.send({ jsonrpc: '2.0', method: 'b' });
    expect(await raw.next()).toEqual(result(2, 'b done'));
    raw.send({ jsonrpc: '2.0', method: 'a' });
    expect(await raw.next()).toEqual(result(1, 'a done'));
  });

  it.each<[string, unknown, string]>([
    ['to nothing', result(99, 1), 'an answer came for 99'],
    ['without an id', error(null, -32700, 'what?'), 'what?'],
    ['to an id of another type', result('1', 1), 'an answer came for "1"'],
  ])('%s are reported and ignored', async (_name, answer, problem) => {
    const problems: string[] = [];
    const { peer, raw } = connect({ onProtocolError: (text) => problems.push(text) });
    const call = peer.request('x');
    await raw.next();
    raw.send(answer);
    raw.send(result(1, 'the real one'));
    expect(await call).toBe('the real one');
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it.each<[string, unknown]>([
    ['no version', { id: 1, result: 1 }],
    ['result and error', { jsonrpc: '2.0', id: 1, result: 1, error: { code: 1, message: 'x' } }],
    ['an error without code', { jsonrpc: '2.0', id: 1, error: { message: 'x' } }],
    ['an error that is text', { jsonrpc: '2.0', id: 1, error: 'x' }],
    ['neither', { jsonrpc: '2.0', id: 1, error: null }],
  ])('that are malformed reject their call: %s', async (_name, answer) => {
    const { peer, raw } = connect();
    const call = peer.request('x');
    await raw.next();
    raw.send(answer);
    await expect(call).rejects.toMatchObject({ code: -32600, message: expect.stringContaining('malformed') });
  });
});

describe('what we send', () => {
  it('is a request with its own id, and params only when there are some', async () => {
    const { peer, raw } = connect({ requestIds: () => 'id-1' });
    void peer.request('a').catch(() => {});
    void peer.notify('b', { x: undefined });
    expect(await raw.next()).toEqual({ jsonrpc: '2.0', id: 'id-1', method: 'a' });
    expect(await raw.next()).toEqual({ jsonrpc: '2.0', method: 'b', params: {} });
    await peer.close();
  });

  it('carries a content type when asked', async () => {
    const [ours, theirs] = createMemoryPair();
    const peer = createPeer(ours, handlers, { contentType: 'application/vscode-jsonrpc; charset=utf-8' });
    const first = new Promise((resolve) => theirs.once('data', (chunk: Buffer) => resolve(chunk.toString())));
    await peer.notify('ü');
    expect(await first).toBe(
      'Content-Length: 31\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{"jsonrpc":"2.0","method":"ü"}',
    );
  });

  it('is one write per frame', async () => {
    const [ours] = createMemoryPair();
    const writes: string[] = [];
    const write = ours.write.bind(ours) as (chunk: unknown, encoding?: unknown) => boolean;
    ours.write = (chunk: unknown, encoding?: unknown) => {
      writes.push(String(chunk));
      return write(chunk, encoding);
    };
    const peer = createPeer(ours, handlers);
    for (const method of ['a', 'ü', 'c']) void peer.notify(method);
    expect(writes).toEqual([
      'Content-Length: 30\r\n\r\n{"jsonrpc":"2.0","method":"a"}',
      'Content-Length: 31\r\n\r\n{"jsonrpc":"2.0","method":"ü"}',
      'Content-Length: 30\r\n\r\n{"jsonrpc":"2.0","method":"c"}',
    ]);
  });

  it('must be JSON', async () => {
    const { peer } = connect();
    await expect(peer.request('x', 1n)).rejects.toThrow(TypeError);
    await expect(peer.notify('x', 1n)).rejects.toThrow(TypeError);
  });
});

function failWith(message: string): never {
  throw new Error(message);
}
