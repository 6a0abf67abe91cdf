import { expect, it } from 'vitest';
import { createMemoryPair } from './memory-pair.js';
import { createPeer } from './peer.js';
import type { MessageHandlers } from './types.js';

const echo: MessageHandlers = { request: (_method, params) => params, notification: () => {} };

it('answers', async () => {
  const [left, right] = createMemoryPair();
  const a = createPeer(left, echo);
  const b = createPeer(right, echo);
  expect(await a.request('echo', { x: 1 })).toEqual({ x: 1 });
  expect(await b.request('echo', ['ü'])).toEqual(['ü']);
  await a.close();
  expect(await b.closed).toMatchObject({ kind: 'ended-there' });
  await expect(a.request('x')).rejects.toMatchObject({ code: -32097 });
});
