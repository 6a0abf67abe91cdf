import { isUtf8 } from 'node:buffer';
import { soakPlan } from '@tandem/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createContentLengthDecoder } from '../frames/content-length.js';
import { encodeFrame } from '../frames/encode-frame.js';
import { createMemoryPair } from './memory-pair.js';
import { createPeer } from './peer.js';
import { cutAt, mutatedFrames } from './test-peers/mutated-frames.js';
import { createRawEnd } from './test-peers/raw-end.js';

const limits = { maxHeaderBytes: 256, maxBodyBytes: 4096 };
const ping = '{"jsonrpc":"2.0","id":"ping","method":"ping"}';

it('any bytes: an answer for every message that wants one, an error for every malformed one, then the end', {
  timeout: 30 * 60_000,
}, async () => {
  const plan = soakPlan('wire: mutated messages to a peer', { sample: 600, full: 60_000 });
  await fc.assert(
    fc.asyncProperty(mutatedFrames, fc.array(fc.nat(), { maxLength: 4 }), async (mutated, cuts) => {
      const bytes = Buffer.concat([mutated, encodeFrame(ping)]);
      const expected = expectAnswers(bytes);
      const [near, far] = createMemoryPair();
      const peer = createPeer(
        far,
        {
          request(method, params) {
            if (method === 'fail') throw new Error('failed');
            return method === 'ping' ? 'pong' : params;
          },
          // A break in the frames abandons what still waits behind a notification; otherwise waiting changes nothing.
          notification: () => (expected.isBroken ? undefined : Promise.resolve()),
        },
        { limits },
      );
      const raw = createRawEnd(near);
      for (const chunk of cutAt(bytes, cuts)) raw.sendBytes(chunk);
      while (raw.received.length < expected.count) await raw.next();
      near.end();
      const { kind } = await peer.closed;
      await raw.ended;

      expect(raw.received).toHaveLength(expected.count);
      expect(kind).toBe(expected.isBroken ? 'broken-frame' : 'ended-there');
      expect(JSON.stringify(raw.received)).not.toMatch(/peer\.soak|node:internal/);
      const pong = { jsonrpc: '2.0', id: 'ping', result: 'pong' };
      if (expected.isPingReached) expect(raw.received).toContainEqual(pong);
      if (expected.isBroken) expect(raw.received.at(-1)).toMatchObject({ id: null, error: { code: -32700 } });
      expect(peer.unsentBytes).toBe(0);
    }),
    plan.property,
  );
});

/** What the standard asks for these bytes, worked out without the peer. */
function expectAnswers(bytes: Buffer): { count: number; isBroken: boolean; isPingReached: boolean } {
  let count = 0;
  let isPingReached = false;
  const decoder = createContentLengthDecoder(limits);
  try {
    decoder.push(bytes, (body) => {
      if (wantsAnswer(body)) count++;
      isPingReached = body.toString() === ping;
    });
  } catch {
    return { count: count + 1, isBroken: true, isPingReached: false };
  }
  return { count, isBroken: false, isPingReached };
}

function wantsAnswer(body: Buffer): boolean {
  if (!isUtf8(body)) return true;
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return true;
  }
  return Array.isArray(value)
    ? value.length === 0 || value.some(messageWantsAnswer)
    : messageWantsAnswer(value);
}

/** All but good notifications and what looks like an answer itself. */
function messageWantsAnswer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>;
  if (method === undefined && (result !== undefined || error !== undefined)) return false;
  const isNotification =
    jsonrpc === '2.0' &&
    id === undefined &&
    typeof method === 'string' &&
    (params === undefined || typeof params === 'object');
  return !isNotification;
}
