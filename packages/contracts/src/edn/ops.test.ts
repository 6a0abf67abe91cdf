import { keyword } from '@tandem/wire';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { decode } from '../core/codec.js';
import type { MethodNames, ParamsIn, ParamsOut, ResultIn } from '../core/contract.js';
import { ednContract } from './contract.js';

type Op = keyof typeof ednContract.methods;

function problemsOf(op: Op, params: unknown): readonly string[] {
  const decoded = decode(ednContract.methods[op].params, params);
  return decoded.kind === 'valid' ? [] : decoded.problems.map(({ path }) => path);
}

const client = { name: 'psi-emacs', version: '0.1.0', 'protocol-version': '1.0', features: [] };

const good: readonly (readonly [Op, unknown])[] = [
  ['handshake', { 'client-info': client }],
  ['handshake', { 'protocol-version': '1.0' }],
  ['ping', {}],
  ['ping', { 'unknown-key': 1 }],
  ['query_eql', { query: '[:psi.graph/nodes]' }],
  ['query_eql', { query: '[:a]', entity: '{:b 1}', 'session-id': 's1' }],
  ['command', { text: '/new' }],
  [
    'frontend_action_result',
    { 'request-id': 'req-9', 'action-name': 'select-model', status: 'submitted', value: {} },
  ],
  ['frontend_action_result', { 'request-id': 'req-9', 'ui/action': {}, status: keyword('cancelled') }],
  [
    'frontend_action_result',
    { 'request-id': 'r', 'action-name': keyword('a'), status: 'failed', 'error-message': 'x' },
  ],
  ['prompt', { message: 'hi' }],
  [
    'prompt',
    { message: 'hi', images: [{ type: 'image', data: '', mimeType: 'image/png' }], 'session-id': null },
  ],
  ['prompt_while_streaming', { message: 'also', behavior: 'steer' }],
  ['prompt_while_streaming', { message: 'also', behavior: keyword('queue') }],
  ['steer', { message: 'left' }],
  ['follow_up', { message: 'then' }],
  ['abort', {}],
  ['interrupt', {}],
  ['login_begin', { provider: keyword('anthropic') }],
  ['login_complete', { input: null }],
  ['new_session', { 'parent-session': 's0' }],
  ['switch_session', { 'session-path': '/s.ndedn' }],
  ['switch_session', { 'session-id': 's1' }],
  ['list_sessions', {}],
  ['fork', { 'entry-id': 'e1' }],
  ['set_session_name', { name: 'n' }],
  ['set_model', { provider: 'openai', 'model-id': 'gpt-5' }],
  ['set_model', { provider: keyword('openai'), 'model-id': 'gpt-5', scope: 'project' }],
  ['cycle_model', {}],
  ['cycle_model', { direction: 'prev' }],
  ['set_thinking_level', { level: keyword('high') }],
  ['set_thinking_level', { level: 'high' }],
  ['set_thinking_level', { level: 3 }],
  ['cycle_thinking_level', {}],
  ['compact', { 'custom-instructions': 'keep names' }],
  ['set_auto_compaction', { enabled: true }],
  ['set_auto_retry', { enabled: false }],
  ['get_state', {}],
  ['get_messages', {}],
  ['get_session_stats', {}],
  ['subscribe', {}],
  ['subscribe', { topics: ['assistant/delta', 'no/such'] }],
  ['unsubscribe', { topics: null }],
  ['list_background_jobs', { statuses: [keyword('running'), 'failed'] }],
  ['inspect_background_job', { 'job-id': 'j1' }],
  ['cancel_background_job', { 'job-id': 'j1' }],
  ['resolve_dialog', { 'dialog-id': 'd1', result: null }],
  ['resolve_dialog', { 'dialog-id': 'd1', result: true }],
  ['cancel_dialog', { 'dialog-id': 'd1' }],
  ['abort_retry', {}],
  ['bash', { command: 'ls' }],
  ['abort_bash', {}],
  ['export_html', {}],
  ['get_fork_messages', {}],
  ['get_last_assistant_text', {}],
  ['get_commands', {}],
  ['get_available_models', {}],
];

const bad: readonly (readonly [Op, unknown, string])[] = [
  ['handshake', {}, 'client-info.protocol-version'],
  ['handshake', { 'client-info': { name: 'a', version: '1' } }, 'client-info.protocol-version'],
  ['handshake', { 'client-info': { ...client, 'protocol-version': 1 } }, 'client-info.protocol-version'],
  ['handshake', { 'client-info': { ...client, features: 'all' } }, 'client-info.features'],
  ['query_eql', {}, 'query'],
  ['query_eql', { query: ' ' }, 'query'],
  ['query_eql', { query: [keyword('a')] }, 'query'],
  ['query_eql', { query: '[]', entity: {} }, 'entity'],
  ['command', { text: 5 }, 'text'],
  ['frontend_action_result', { 'request-id': 'r', 'action-name': 'a', status: 'maybe' }, 'status'],
  ['frontend_action_result', { 'request-id': 'r', status: 'submitted' }, 'action-name'],
  ['frontend_action_result', { 'action-name': 'a', status: 'submitted' }, 'request-id'],
  ['prompt', { message: '' }, 'message'],
  ['prompt', { message: 'a', images: 'b' }, 'images'],
  ['prompt', { message: 'a', images: ['b'] }, 'images[0]'],
  ['prompt', { message: 'a', 'session-id': ' ' }, 'session-id'],
  ['prompt_while_streaming', { message: 'a', behavior: 'shout' }, 'behavior'],
  ['steer', {}, 'message'],
  ['follow_up', { message: '\n' }, 'message'],
  ['abort', { 'session-id': 4 }, 'session-id'],
  ['login_begin', { provider: 4 }, 'provider'],
  ['login_complete', { input: 4 }, 'input'],
  ['switch_session', {}, 'session-path'],
  ['switch_session', { 'session-path': '' }, 'session-path'],
  ['fork', { 'entry-id': '' }, 'entry-id'],
  ['set_session_name', { name: null }, 'name'],
  ['set_model', { provider: 'openai' }, 'model-id'],
  ['set_model', { provider: 1, 'model-id': 'm' }, 'provider'],
  ['set_model', { provider: 'p', 'model-id': 'm', scope: 'world' }, 'scope'],
  ['cycle_model', { direction: 'up' }, 'direction'],
  ['set_thinking_level', {}, 'level'],
  ['set_thinking_level', { level: 1.5 }, 'level'],
  ['compact', { 'custom-instructions': 1 }, 'custom-instructions'],
  ['set_auto_compaction', { enabled: 'yes' }, 'enabled'],
  ['set_auto_retry', {}, 'enabled'],
  ['subscribe', { topics: 'assistant/delta' }, 'topics'],
  ['unsubscribe', { topics: [keyword('a')] }, 'topics[0]'],
  ['list_background_jobs', { statuses: 'running' }, 'statuses'],
  ['inspect_background_job', {}, 'job-id'],
  ['cancel_background_job', { 'job-id': ' ' }, 'job-id'],
  ['resolve_dialog', { 'dialog-id': 'd' }, 'result'],
  ['resolve_dialog', { 'dialog-id': 'd', result: 4 }, 'result'],
  ['cancel_dialog', {}, 'dialog-id'],
  ['bash', { command: '' }, 'command'],
  ['export_html', { 'output-path': 3 }, 'output-path'],
];

describe('params of ops', () => {
  it.each(good)('%s takes %o', (op, params) => {
    expect(problemsOf(op, params)).toEqual([]);
  });

  it.each(bad)('%s refuses %o', (op, params, path) => {
    expect(problemsOf(op, params)).toContain(path);
  });

  it('has an example for every op', () => {
    const ops = Object.entries(ednContract.methods).filter(([, spec]) => spec.kind === 'request');
    expect(ops.map(([name]) => name).filter((name) => !good.some(([op]) => op === name))).toEqual([]);
  });

  it('reads a keyword where a choice of names is meant', () => {
    const decoded = decode(ednContract.methods.cycle_model.params, { direction: keyword('prev') });
    expect(decoded).toEqual({ kind: 'valid', value: { direction: 'prev' } });
  });

  it('is known to the compiler', () => {
    type Edn = typeof ednContract;
    expectTypeOf<ParamsOut<Edn, 'cycle_model'>['direction']>().toEqualTypeOf<
      'next' | 'prev' | null | undefined
    >();
    expectTypeOf<{ message: string }>().toExtend<ParamsIn<Edn, 'prompt'>>();
    expectTypeOf<ResultIn<Edn, 'ping'>>().toEqualTypeOf<{ pong: true; 'protocol-version': string }>();
    expectTypeOf<'prompt'>().toExtend<MethodNames<Edn, 'toServer', 'request'>>();
    expectTypeOf<'session/updated'>().toExtend<MethodNames<Edn, 'toClient', 'notification'>>();
    expectTypeOf<'session/updated'>().not.toExtend<MethodNames<Edn, 'toServer', 'notification'>>();
  });
});
