import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createMemoryPair } from './memory-pair.js';
import { createPeer } from './peer.js';
import { createRawEnd } from './test-peers/raw-end.js';
import { createTcpPair } from './test-peers/transports.js';
import type { MessageHandlers } from './types.js';

const kibibyte = 1024;
const mebibyte = 1024 * 1024;
const echo: MessageHandlers = { request: (_method, params) => params, notification: () => {} };

describe('a reader that does not read', () => {
  it('holds up a producer that awaits its notifications', async () => {
    const [near, far] = createMemoryPair();
    const peer = createPeer(near, echo);
    let sent = 0;
    const producer = (async () => {
      for (; sent < 1_000; sent++) await peer.notify('part', { text: 'x'.repeat(kibibyte) });
    })();
    await turns(50);
    const sentWhileNobodyRead = sent;
    expect(sentWhileNobodyRead).toBeLessThan(200);
    expect(peer.unsentBytes).toBeLessThan(200 * kibibyte);
    const raw = createRawEnd(far);
    await producer;
    while (raw.received.length < 1_000) await raw.next();
    expect(peer.unsentBytes).toBe(0);
  });

  it('is not served on: requests stay unread, over TCP', async () => {
    const { near, far, server } = await createTcpPair();
    let served = 0;
    const peer = createPeer(
      far,
      {
        request: () => {
          served++;
          return 'x'.repeat(64 * kibibyte);
        },
        notification: () => {},
      },
      { limits: { pauseAtBytes: mebibyte } },
    );
    near.pause();
    const request = frame({ jsonrpc: '2.0', id: 1, method: 'big', params: { text: 'y'.repeat(kibibyte) } });
    const requests = 20_000;
    for (let index = 0; index < requests; index++) near.write(request);
    await once(far, 'pause');
    // The kernel's buffers take a few megabytes more; after that nothing moves.
    await turns(500);
    expect(served).toBeLessThan(requests / 10);
    expect(peer.unsentBytes).toBeLessThan(3 * mebibyte + 64 * kibibyte);
    near.destroy();
    await peer.closed;
    server.close();
  });

  it('gets everything once it reads', async () => {
    const [near, far] = createMemoryPair();
    const peer = createPeer(
      far,
      { request: (_method, params) => [params, 'x'.repeat(kibibyte)], notification: () => {} },
      { limits: { pauseAtBytes: 10 * kibibyte } },
    );
    for (let id = 0; id < 500; id++) near.write(frame({ jsonrpc: '2.0', id, method: 'm', params: { id } }));
    await once(far, 'pause');
    const raw = createRawEnd(near);
    const answers: unknown[] = [];
    while (answers.length < 500) answers.push(((await raw.next()) as { id: unknown }).id);
    expect(answers).toEqual(answers.map((_, index) => index));
    expect(far.isPaused()).toBe(false);
    expect(peer.unsentBytes).toBe(0);
  });

  it('is cut off when the writer does not wait', async () => {
    const [near] = createMemoryPair();
    const peer = createPeer(near, echo, { limits: { maxUnsentBytes: mebibyte } });
    const call = peer.request('x');
    const rejected = expect(call).rejects.toMatchObject({ code: -32097 });
    let most = 0;
    for (let index = 0; index < 5_000; index++) {
      void peer.notify('part', { text: 'x'.repeat(kibibyte) });
      most = Math.max(most, peer.unsentBytes);
    }
    await rejected;
    expect(await peer.closed).toMatchObject({ kind: 'unsent-limit' });
    expect(most).toBeLessThan(mebibyte + 2 * kibibyte);
  });
});

describe('a slow handler', () => {
  it('stops reading when too much waits behind it, and goes on afterwards', async () => {
    const [near, far] = createMemoryPair();
    let release = (): void => {};
    const handled: unknown[] = [];
    createPeer(
      far,
      {
        request: () => handled.length,
        notification(_method, params) {
          handled.push(params);
          if (handled.length > 1) return;
          return new Promise<void>((resolve) => {
            release = resolve;
          });
        },
      },
      { limits: { pauseAtBytes: 20 * kibibyte } },
    );
    const raw = createRawEnd(near);
    for (let index = 0; index < 300; index++) {
      raw.send({ jsonrpc: '2.0', method: 'note', params: { index, text: 'x'.repeat(kibibyte) } });
    }
    raw.send({ jsonrpc: '2.0', id: 1, method: 'count' });
    await once(far, 'pause');
    expect(handled).toHaveLength(1);
    release();
    expect(await raw.next()).toMatchObject({ result: 300 });
  });

  it('does not keep back the answer to a call that is made while reading is paused', async () => {
    const [near, far] = createMemoryPair();
    const peer = createPeer(
      far,
      { request: () => null, notification: () => new Promise(() => {}) },
      { limits: { pauseAtBytes: 4 * kibibyte } },
    );
    const raw = createRawEnd(near);
    const text = 'x'.repeat(kibibyte);
    for (let index = 0; index < 100; index++) raw.send({ jsonrpc: '2.0', method: 'note', params: { text } });
    await once(far, 'pause');
    const call = peer.request('ask');
    expect(await raw.next()).toMatchObject({ method: 'ask' });
    raw.send({ jsonrpc: '2.0', id: 1, result: 'told' });
    expect(await call).toBe('told');
  });

  it('that waits for an answer keeps reading, up to a limit', async () => {
    const [near, far] = createMemoryPair();
    const peer = createPeer(
      far,
      {
        request: () => null,
        async notification(_method, _params, context) {
          await context.peer.request('ask');
        },
      },
      { limits: { pauseAtBytes: 4 * kibibyte, maxUnhandledBytes: 64 * kibibyte } },
    );
    const raw = createRawEnd(near);
    const note = { jsonrpc: '2.0', method: 'note', params: { text: 'x'.repeat(kibibyte) } };
    for (let index = 0; index < 30; index++) raw.send(note);
    expect(await raw.next()).toMatchObject({ method: 'ask', id: 1 });
    for (let id = 1; id <= 29; id++) {
      raw.send({ jsonrpc: '2.0', id, result: null });
      expect(await raw.next()).toMatchObject({ method: 'ask', id: id + 1 });
    }
    for (let index = 0; index < 100; index++) raw.send(note);
    expect(await peer.closed).toMatchObject({ kind: 'unhandled-limit' });
  });
});

describe('two peers that both have much to say', () => {
  it('do not wait for each other for ever', async () => {
    const { near, far, server } = await createTcpPair();
    const options = { limits: { pauseAtBytes: 256 * kibibyte } };
    const left = createPeer(near, echo, options);
    const right = createPeer(far, echo, options);
    const params = { text: 'x'.repeat(256 * kibibyte) };
    const calls = [left, right].flatMap((peer) =>
      Array.from({ length: 40 }, () => peer.request('echo', params)),
    );
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(params);
    await left.close();
    expect(await right.closed).toMatchObject({ kind: 'ended-there' });
    server.close();
  });
});

it('a body of 64 MiB makes the round trip', async () => {
  const { near, far, server } = await createTcpPair();
  const left = createPeer(near, echo);
  createPeer(far, echo);
  const text = 'é0123456789abcde'.repeat(4 * mebibyte);
  const answer = (await left.request('echo', { text })) as { text: string };
  expect(Buffer.byteLength(text)).toBeGreaterThan(64 * mebibyte);
  expect(answer.text === text).toBe(true);
  await left.close();
  server.close();
});

function frame(message: unknown): string {
  const json = JSON.stringify(message);
  return `Content-Length: ${json.length}\r\n\r\n${json}`;
}

/** Lets everything happen that is going to happen without new input. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}
