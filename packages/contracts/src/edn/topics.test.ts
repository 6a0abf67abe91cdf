import { keyword } from '@tandem/wire';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../core/codec.js';
import { formatPath } from '../core/problem.js';
import { ednContract } from './contract.js';

type Topic = keyof typeof ednContract.methods;

const call = { 'tool-id': 't1', 'tool-name': 'bash' };
const output = {
  ...call,
  content: [{ type: keyword('text'), text: 'a' }],
  'result-text': 'a',
  'is-error': false,
};

/** Just the keys that each topic requires. */
const required: readonly (readonly [Topic, Readonly<Record<string, unknown>>])[] = [
  [
    'session/updated',
    {
      'session-id': 's',
      phase: 'idle',
      'is-streaming': false,
      'is-compacting': false,
      'pending-message-count': 0,
      'retry-attempt': 0,
      'interrupt-pending': false,
    },
  ],
  ['session/resumed', { 'session-id': 's', 'session-file': null, 'message-count': 2 }],
  ['session/rehydrated', { messages: [{ role: 'user', content: 'hi' }], 'tool-calls': {}, 'tool-order': [] }],
  ['context/updated', { 'active-session-id': null, sessions: [] }],
  ['footer/updated', { 'path-line': '~/a', 'stats-line': '?/0' }],
  ['assistant/delta', { text: 'a' }],
  ['assistant/thinking-delta', { text: 'a' }],
  ['assistant/message', { role: 'assistant', content: [{ type: 'text', text: 'a' }] }],
  ['tool/start', call],
  ['tool/delta', call],
  ['tool/executing', call],
  ['tool/update', output],
  ['tool/result', output],
  ['ui/dialog-requested', { 'dialog-id': 'd', kind: 'confirm', title: 't' }],
  [
    'ui/frontend-action-requested',
    {
      'request-id': 'r',
      'ui/action': {
        'ui/action-id': keyword('a'),
        'ui/action-kind': keyword('select'),
        'ui/action-name': keyword('select-model'),
        'ui/prompt': 'Select a model',
        'ui/items': [{ 'ui.item/id': 1, 'ui.item/label': 'one', 'ui.item/value': 1 }],
      },
    },
  ],
  ['ui/widgets-updated', { widgets: [] }],
  ['ui/widget-specs-updated', {}],
  ['ui/status-updated', { statuses: [] }],
  ['ui/notification', { id: 'n', message: 'm', level: 'info' }],
  ['command-result', { type: 'quit' }],
  ['error', { 'error-code': 'runtime/failed', 'error-message': 'm' }],
];

function read(topic: Topic, payload: unknown) {
  return decode(ednContract.methods[topic].params, payload);
}

describe('payloads of topics', () => {
  it('covers every topic', () => {
    const topics = Object.entries(ednContract.methods).filter(([, spec]) => spec.kind === 'notification');
    expect(required.map(([name]) => name).sort()).toEqual(topics.map(([name]) => name).sort());
  });

  it.each(required)('%s is complete with its required keys', (topic, payload) => {
    expect(read(topic, payload).kind).toBe('valid');
    expect(read(topic, { ...payload, 'key-of-tomorrow': 1 }).kind).toBe('valid');
  });

  it.each(required)('%s is refused when one is missing', (topic, payload) => {
    for (const key of Object.keys(payload)) {
      const { [key]: _, ...rest } = payload;
      expect([key, read(topic, rest)]).toMatchObject([
        key,
        { kind: 'invalid', problems: [{ path: formatPath([key]) }] },
      ]);
    }
  });

  it.each<[Topic, object, string]>([
    ['session/updated', { phase: 'dreaming' }, 'phase'],
    ['session/updated', { 'pending-message-count': -1 }, 'pending-message-count'],
    ['ui/notification', { level: keyword('info') }, 'level'],
    ['ui/dialog-requested', { kind: 'popup' }, 'kind'],
    ['tool/result', { content: 'text' }, 'content'],
    ['context/updated', { sessions: [{ id: 's' }] }, 'sessions[0].item-kind'],
  ])('%s refuses %o', (topic, change, path) => {
    const payload = required.find(([name]) => name === topic)?.[1];
    const decoded = read(topic, { ...payload, ...change });
    expect(decoded.kind === 'invalid' && decoded.problems.map((problem) => problem.path)).toContain(path);
  });

  it.each<[Topic, object, object]>([
    ['assistant/delta', { delta: 'a' }, { text: 'a' }],
    ['tool/start', { id: 't', name: 'bash' }, { 'tool-id': 't', 'tool-name': 'bash' }],
    ['error', { code: 'c', message: 'm' }, { 'error-code': 'c', 'error-message': 'm' }],
    [
      'command-result',
      { type: 'session_switch', 'target-session-id': 's' },
      { type: 'session_switch', 'session-id': 's' },
    ],
  ])('%s understands the other names in %o', (topic, payload, expected) => {
    expect(read(topic, payload)).toEqual({ kind: 'valid', value: expected });
  });

  it('names the session to switch to for clients of both generations', () => {
    const sent = encode(ednContract.methods['command-result'].params, {
      type: 'session_switch',
      'session-id': 's',
    });
    expect(sent).toEqual({ type: 'session_switch', 'session-id': 's', 'target-session-id': 's' });
  });
});
