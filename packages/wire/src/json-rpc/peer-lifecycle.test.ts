import { getEventListeners, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { encodeFrame } from '../frames/encode-frame.js';
import { createMemoryPair } from './memory-pair.js';
import { createPeer } from './peer.js';
import type { PeerOptions } from './peer-options.js';
import { createRawEnd, type RawEnd } from './test-peers/raw-end.js';
import { createTcpPair } from './test-peers/transports.js';
import type { MessageHandlers, RequestContext, RpcPeer } from './types.js';

const idle: MessageHandlers = { request: () => new Promise(() => {}), notification: () => {} };

function connect(
  handlers: Partial<MessageHandlers> = {},
  options?: PeerOptions,
): { peer: RpcPeer; raw: RawEnd } {
  const [near, far] = createMemoryPair();
  return { peer: createPeer(near, { ...idle, ...handlers }, options), raw: createRawEnd(far) };
}

describe('notifications', () => {
  it('are handled one by one, and a later request waits for them', async () => {
    const events: string[] = [];
    let release = (): void => {};
    const { raw } = connect({
      request: (method) => events.push(method),
      async notification(method) {
        events.push(`${method} begins`);
        if (method === 'slow') {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        }
        events.push(`${method} ends`);
      },
    });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'before' });
    raw.send({ jsonrpc: '2.0', method: 'slow' });
    raw.send({ jsonrpc: '2.0', method: 'quick' });
    raw.send({ jsonrpc: '2.0', id: 2, method: 'after' });
    expect(await raw.next()).toMatchObject({ id: 1 });
    raw.send({ jsonrpc: '2.0', id: 3, method: 'last' });
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(events).toEqual(['before', 'slow begins']);
    release();
    await raw.next();
    await raw.next();
    expect(events).toEqual([
      'before',
      'slow begins',
      'slow ends',
      'quick begins',
      'quick ends',
      'after',
      'last',
    ]);
  });

  it('may call the other side and wait for its answer', async () => {
    const results: unknown[] = [];
    const { raw } = connect({
      request: () => results,
      async notification(_method, _params, { peer }) {
        results.push(await peer.request('ask'));
      },
    });
    raw.send({ jsonrpc: '2.0', method: 'note' });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'results' });
    expect(await raw.next()).toEqual({ jsonrpc: '2.0', id: 1, method: 'ask' });
    raw.send({ jsonrpc: '2.0', id: 1, result: 'told' });
    expect(await raw.next()).toEqual({ jsonrpc: '2.0', id: 1, result: ['told'] });
  });

  it('do not hold up the cancellation of a request that waits for them', async () => {
    const begun: string[] = [];
    const { raw } = connect({
      request: (method) => begun.push(method),
      notification: () => new Promise(() => {}),
    });
    raw.send({ jsonrpc: '2.0', method: 'for ever' });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'waiting' });
    raw.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    expect(await raw.next()).toMatchObject({ id: 1, error: { code: -32800 } });
    expect(begun).toEqual([]);
  });

  it('that fail are reported, and the next is handled', async () => {
    const failures: unknown[] = [];
    const { raw } = connect(
      {
        request: () => 'still here',
        notification(method) {
          if (method === 'sync') throw new Error('sync');
          return Promise.reject(new Error('async'));
        },
      },
      { onHandlerError: (error, method) => failures.push([method, (error as Error).message]) },
    );
    raw.send({ jsonrpc: '2.0', method: 'sync' });
    raw.send({ jsonrpc: '2.0', method: 'async' });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    expect(await raw.next()).toMatchObject({ result: 'still here' });
    expect(failures).toEqual([
      ['sync', 'sync'],
      ['async', 'async'],
    ]);
  });
});

describe('cancelling from there', () => {
  it('answers at once and fires the signal, even in the same chunk as the request', async () => {
    const contexts: RequestContext[] = [];
    const { raw } = connect({
      request: (_method, _params, context) => {
        contexts.push(context);
        return new Promise(() => {});
      },
    });
    raw.send({ jsonrpc: '2.0', id: 'a', method: 'work' });
    raw.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'a' } });
    expect(await raw.next()).toMatchObject({ id: 'a', error: { code: -32800 } });
    expect(contexts.map((context) => context.signal.aborted)).toEqual([true]);
  });

  it('of an unknown or odd id is ignored', async () => {
    const problems: string[] = [];
    const { raw } = connect({ request: () => 1 }, { onProtocolError: (problem) => problems.push(problem) });
    raw.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 99 } });
    raw.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: {} } });
    raw.send({ jsonrpc: '2.0', method: '$/cancelRequest' });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    expect(await raw.next()).toMatchObject({ id: 1, result: 1 });
    expect(problems).toHaveLength(2);
  });

  it('a late result is dropped, and a late error is no news', async () => {
    const finish: ((value: unknown) => void)[] = [];
    const failures: unknown[] = [];
    const { raw } = connect(
      { request: (method) => (method === 'ping' ? 'pong' : new Promise((resolve) => finish.push(resolve))) },
      { onHandlerError: (error) => failures.push(error) },
    );
    for (const id of [1, 2]) {
      raw.send({ jsonrpc: '2.0', id, method: 'work' });
      raw.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
      await raw.next();
    }
    finish[0]?.('late');
    finish[1]?.(Promise.reject(new Error('late')));
    raw.send({ jsonrpc: '2.0', id: 3, method: 'ping' });
    expect(await raw.next()).toMatchObject({ id: 3, result: 'pong' });
    expect(failures).toEqual([]);
  });
});

describe('two requests with one id', () => {
  it('are both answered, and both hear of the end', async () => {
    const contexts: RequestContext[] = [];
    const finish: ((value: unknown) => void)[] = [];
    const { peer, raw } = connect({
      request: (method, _params, context) => {
        if (method === 'ping') return 'pong';
        contexts.push(context);
        return new Promise((resolve) => finish.push(resolve));
      },
    });
    for (const method of ['a', 'b', 'c', 'd']) raw.send({ jsonrpc: '2.0', id: null, method });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await raw.next()).toMatchObject({ result: 'pong' });
    finish[0]?.('first');
    finish[1]?.('second');
    expect([await raw.next(), await raw.next()]).toMatchObject([{ result: 'first' }, { result: 'second' }]);
    await peer.close();
    expect(contexts.slice(2).map((context) => context.signal.aborted)).toEqual([true, true]);
  });
});

describe('cancelling from here', () => {
  it('rejects at once, tells the other side, and ignores its late answer', async () => {
    const { peer, raw } = connect();
    const abort = new AbortController();
    const call = peer.request('work', {}, { signal: abort.signal });
    await raw.next();
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: -32800 });
    expect(await raw.next()).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    raw.send({ jsonrpc: '2.0', id: 1, result: 'late' });
    const next = peer.request('next');
    await raw.next();
    raw.send({ jsonrpc: '2.0', id: 2, result: 'on time' });
    expect(await next).toBe('on time');
  });

  it('before the call sends nothing', async () => {
    const { peer, raw } = connect();
    await expect(peer.request('work', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: -32800,
    });
    void peer.notify('next');
    expect(await raw.next()).toMatchObject({ method: 'next' });
  });

  it('by deadline is the same with its own code', async () => {
    const { peer, raw } = connect();
    await expect(peer.request('work', {}, { timeoutMs: 1 })).rejects.toMatchObject({
      code: -32098,
      message: 'work was not answered within 1 ms',
    });
    await raw.next();
    expect(await raw.next()).toMatchObject({ method: '$/cancelRequest' });
  });

  it('leaves no listener on a signal that outlives the call', async () => {
    const { peer, raw } = connect();
    const { signal } = new AbortController();
    const call = peer.request('work', {}, { signal, timeoutMs: 60_000 });
    await raw.next();
    raw.send({ jsonrpc: '2.0', id: 1, result: 1 });
    await call;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('the end', () => {
  it('by close: calls are rejected, signals fire, the other side sees the end', async () => {
    const contexts: RequestContext[] = [];
    const { peer, raw } = connect({
      request: (_method, _params, context) => {
        contexts.push(context);
        return new Promise(() => {});
      },
    });
    raw.send({ jsonrpc: '2.0', id: 1, method: 'work' });
    const call = peer.request('x');
    await raw.next();
    const rejected = expect(call).rejects.toMatchObject({
      code: -32097,
      message: 'x cannot be answered: enough',
    });
    await peer.close('enough');
    await rejected;
    await raw.ended;
    expect(peer.isClosed).toBe(true);
    expect(await peer.closed).toEqual({ kind: 'closed-here', message: 'enough' });
    expect(contexts.map((context) => context.signal.aborted)).toEqual([true]);
    await peer.close('again');
  });

  it('flushes what was written', async () => {
    const { peer, raw } = connect();
    const text = 'x'.repeat(5_000_000);
    void peer.notify('last words', { text });
    void peer.close();
    expect(await raw.next()).toMatchObject({ params: { text } });
  });

  it('in the middle of a frame is not in good order', async () => {
    const [near, far] = createMemoryPair();
    const peer = createPeer(near, idle);
    far.resume();
    far.end('Content-Length: 10\r\n\r\n{');
    expect(await peer.closed).toMatchObject({
      kind: 'ended-there',
      error: { message: expect.stringContaining('within a frame') },
    });
  });

  it('by a broken stream rejects with the cause', async () => {
    const [near] = createMemoryPair();
    const peer = createPeer(near, idle);
    const call = peer.request('x');
    const error = new Error('cable cut');
    near.destroy(error);
    await expect(call).rejects.toMatchObject({ code: -32097, cause: error });
    expect(await peer.closed).toMatchObject({ kind: 'stream-error', error });
  });

  it('makes later calls and notifications fail, also those nobody waits for', async () => {
    const { peer } = connect();
    await peer.close();
    void peer.notify('unheard');
    await expect(peer.notify('x')).rejects.toMatchObject({ code: -32097 });
    await expect(peer.request('x')).rejects.toMatchObject({ code: -32097 });
  });

  it('of the input lets the output be read first', async () => {
    const [input, ourInput] = createMemoryPair();
    const [ourOutput, output] = createMemoryPair();
    const text = 'x'.repeat(1_000_000);
    const peer = createPeer({ readable: ourInput, writable: ourOutput }, { ...idle, request: () => text });
    input.resume();
    input.end(encodeFrame('{"jsonrpc":"2.0","id":1,"method":"x"}'));
    await once(ourInput, 'close');
    const raw = createRawEnd(output);
    expect(await raw.next()).toMatchObject({ result: text });
    expect(await peer.closed).toMatchObject({ kind: 'ended-there' });
  });

  // Closing a socket that has unread bytes resets it, and a reset may overtake the last answer.
  it('over TCP waits for a client that is still sending', async () => {
    const { near, far, server } = await createTcpPair({ allowHalfOpen: true });
    const peer = createPeer(far, idle);
    const raw = createRawEnd(near);
    raw.sendBytes('GET / HTTP/1.1\r\n');
    expect(await raw.next()).toMatchObject({ id: null, error: { code: -32700 } });
    await raw.ended;
    expect(far.destroyed).toBe(false);
    near.end(Buffer.alloc(1_000_000));
    expect(await peer.closed).toMatchObject({ kind: 'broken-frame' });
    expect(far.destroyed).toBe(true);
    server.close();
  });

  it('works with await using', async () => {
    const { peer, raw } = connect();
    {
      await using scoped = peer;
      void scoped.notify('x');
    }
    expect(await raw.next()).toMatchObject({ method: 'x' });
    expect(peer.isClosed).toBe(true);
  });
});

it('sets noDelay on sockets', async () => {
  const { near, far, server } = await createTcpPair();
  const calls: unknown[] = [];
  near.setNoDelay = (on) => {
    calls.push(on);
    return near;
  };
  const peer = createPeer(near, idle);
  far.resume();
  expect(calls).toEqual([true]);
  await peer.close();
  server.close();
});
