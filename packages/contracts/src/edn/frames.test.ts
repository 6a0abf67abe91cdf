import { keyword, readEdn } from '@tandem/wire';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../core/codec.js';
import { ednFrames } from './frames.js';
import { readRequest } from './read-request.js';

type Kind = keyof typeof ednFrames;

const good: Readonly<Record<Kind, Readonly<Record<string, unknown>>>> = {
  request: { id: 'req-1', kind: keyword('request'), op: 'ping', params: {} },
  response: { id: 'req-1', kind: keyword('response'), op: 'ping', ok: true, data: { pong: true } },
  error: {
    kind: keyword('error'),
    id: 7,
    op: keyword('ping'),
    'error-code': 'request/invalid-id',
    'error-message': 'no',
    retryable: false,
    data: {},
  },
  event: {
    kind: keyword('event'),
    event: 'assistant/delta',
    data: { text: 'a' },
    id: 'req-1',
    seq: 1,
    ts: 't',
  },
};
const required: Readonly<Record<Kind, readonly string[]>> = {
  request: ['id', 'kind', 'op'],
  response: ['id', 'kind', 'op', 'ok'],
  error: ['kind', 'error-code', 'error-message'],
  event: ['kind', 'event', 'data'],
};
const kinds = Object.keys(ednFrames) as readonly Kind[];
const anyKind = fc.constantFrom(...kinds);

function accepts(kind: Kind, frame: unknown): boolean {
  return decode(ednFrames[kind].schema, frame).kind === 'valid';
}

describe('envelopes', () => {
  it('accept every choice of optional keys', () => {
    fc.assert(
      fc.property(anyKind, fc.infiniteStream(fc.boolean()), (kind, keep) => {
        const entries = Object.entries(good[kind]).filter(
          ([key]) => required[kind].includes(key) || keep.next().value,
        );
        expect(accepts(kind, Object.fromEntries(entries))).toBe(true);
      }),
    );
  });

  it('refuse every frame that lacks a required key', () => {
    for (const kind of kinds) {
      for (const key of required[kind]) {
        const { [key]: _, ...rest } = good[kind];
        expect([kind, key, accepts(kind, rest)]).toEqual([kind, key, false]);
      }
    }
  });

  it('refuse every key that is not theirs', () => {
    fc.assert(
      fc.property(anyKind, fc.string(), fc.anything(), (kind, key, value) => {
        fc.pre(!Object.keys(good[kind]).includes(key) && key !== '__proto__');
        expect(accepts(kind, { ...good[kind], [key]: value })).toBe(false);
      }),
    );
  });

  it('refuse every other kind, and the kind as a string', () => {
    for (const kind of kinds) {
      for (const other of kinds) {
        expect(accepts(kind, { ...good[kind], kind: keyword(other) })).toBe(kind === other);
        expect(accepts(kind, { ...good[kind], kind: other })).toBe(false);
      }
    }
  });
});

describe('a request frame', () => {
  const frame = good.request;
  const check = (change: object, expected: object) => {
    expect(readRequest({ ...frame, ...change })).toMatchObject({ kind: 'rejected', ...expected });
  };

  it('is read', () => {
    expect(readRequest(frame)).toEqual({ kind: 'request', frame });
  });

  it('may have nil for params', () => {
    expect(readRequest({ ...frame, params: null }).kind).toBe('request');
  });

  it.each([
    [{ id: '' }, { code: 'request/invalid-id', message: 'id: must not be empty', id: '', op: 'ping' }],
    [{ id: 7 }, { code: 'request/invalid-id', id: 7 }],
    [{ id: null }, { code: 'request/invalid-id', id: null }],
    [{ op: '' }, { code: 'request/invalid-op', id: 'req-1', op: '' }],
    [{ op: keyword('ping') }, { code: 'request/invalid-op', op: keyword('ping') }],
    [{ params: [1] }, { code: 'request/invalid-params', message: 'params: expected a map' }],
    [{ params: keyword('a') }, { code: 'request/invalid-params' }],
    [
      { kind: keyword('response') },
      { code: 'protocol/invalid-envelope', message: 'kind: expected :request' },
    ],
    [{ kind: 'request' }, { code: 'protocol/invalid-envelope' }],
    [{ extra: 1 }, { code: 'protocol/invalid-envelope', message: 'extra: unknown field' }],
    // The envelope is judged before what is in it.
    [
      { extra: 1, id: 7, op: 7 },
      { code: 'protocol/invalid-envelope', id: 7, op: 7 },
    ],
    [{ id: 7, op: 7 }, { code: 'request/invalid-id' }],
  ])('%o is refused', check);

  it.each(['id', 'kind', 'op'])('without %s breaks the envelope', (key) => {
    const { [key]: _, ...rest } = frame;
    expect(readRequest(rest)).toMatchObject({ kind: 'rejected', code: 'protocol/invalid-envelope' });
  });

  it('echoes only what it has', () => {
    expect(readRequest({ kind: keyword('request') })).not.toHaveProperty('id');
    expect(readRequest({ kind: keyword('request') })).not.toHaveProperty('op');
  });

  it('has keywords for keys, and is echoed even if not', () => {
    expect(
      readRequest(readEdn('{:id "a" :op "ping" :kind :request "params" {}}', { maps: 'object' })),
    ).toEqual({
      kind: 'rejected',
      code: 'protocol/invalid-envelope',
      message: 'every key of a request frame must be a keyword',
      id: 'a',
      op: 'ping',
    });
    expect(readRequest(readEdn('{1 2}', { maps: 'object' }))).not.toHaveProperty('id');
  });

  it('is a map', () => {
    for (const value of [null, 3, 'not-edn', keyword('a'), [1, 2], new Date(0)]) {
      expect(readRequest(value)).toMatchObject({ kind: 'rejected', code: 'protocol/invalid-envelope' });
    }
  });

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(['request', 'rejected']).toContain(readRequest(value).kind);
      }),
    );
  });
});

describe('frames as text', () => {
  it.each<[Kind, string]>([
    ['request', '{:id "req-9" :kind :request :op "prompt" :params {:message "also" :behavior :steer}}'],
    ['request', '{:id "req-9" :kind :request :op "ping" :params {"any" 1 :key 2}}'],
    ['response', '{:id "req-1", :kind :response, :op "handshake", :ok true, :data {:server-info {}}}'],
    ['error', '{:kind :error :error-code "transport/invalid-frame" :error-message "empty frame"}'],
    ['error', '{:kind :error :id 7 :error-code "request/invalid-id" :error-message "no" :data {:a #{1}}}'],
    [
      'event',
      '{:kind :event :event "footer/updated" :data {:path-line "~"} :seq 13 :ts "2026-05-02T10:00:01Z"}',
    ],
  ])('a %s frame: %s', (kind, text) => {
    expect(accepts(kind, readEdn(text, { maps: 'object' }))).toBe(true);
  });

  it.each<[Kind, string]>([
    ['request', '{:id "a" :kind :request :op "ping" "params" {}}'],
    ['request', '{:id "a" :kind :request :op "ping" :params #{1}}'],
    ['request', '{:id "a" :kind :request :op "ping" :params (1 2)}'],
    ['request', '[:id "a" :kind :request :op "ping"]'],
    ['event', '{:kind :event :event "error" :data [] :seq 1}'],
    ['event', '{:kind :event :event "error" :data {} :seq 0}'],
  ])('not a %s frame: %s', (kind, text) => {
    expect(accepts(kind, readEdn(text, { maps: 'object' }))).toBe(false);
  });
});
