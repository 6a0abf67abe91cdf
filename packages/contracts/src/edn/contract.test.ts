import { describe, expect, it } from 'vitest';
import { ednContract } from './contract.js';
import { ednErrors, ednTransportCodes } from './errors.js';

const methods = Object.entries(ednContract.methods);

describe('what the EDN wire shows', () => {
  it('has these ops', () => {
    const ops = methods.filter(([, spec]) => spec.kind === 'request');
    expect(
      ops
        .filter(([, { origin }]) => origin === 'contract')
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'abort',
      'abort_bash',
      'abort_retry',
      'bash',
      'command',
      'compact',
      'cycle_model',
      'cycle_thinking_level',
      'export_html',
      'follow_up',
      'fork',
      'frontend_action_result',
      'get_available_models',
      'get_commands',
      'get_fork_messages',
      'get_last_assistant_text',
      'get_messages',
      'get_session_stats',
      'get_state',
      'handshake',
      'login_begin',
      'login_complete',
      'new_session',
      'ping',
      'prompt',
      'query_eql',
      'set_auto_compaction',
      'set_auto_retry',
      'set_model',
      'set_session_name',
      'set_thinking_level',
      'steer',
      'subscribe',
      'switch_session',
      'unsubscribe',
    ]);
    expect(
      ops
        .filter(([, { origin }]) => origin === 'peers')
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'cancel_background_job',
      'cancel_dialog',
      'inspect_background_job',
      'interrupt',
      'list_background_jobs',
      'list_sessions',
      'prompt_while_streaming',
      'resolve_dialog',
    ]);
  });

  it('has these topics', () => {
    const topics = methods.filter(([, spec]) => spec.kind === 'notification');
    expect(
      topics
        .filter(([, { origin }]) => origin === 'contract')
        .map(([name]) => name)
        .sort(),
    ).toEqual([
      'assistant/delta',
      'assistant/message',
      'command-result',
      'error',
      'footer/updated',
      'session/rehydrated',
      'session/resumed',
      'session/updated',
      'tool/delta',
      'tool/executing',
      'tool/result',
      'tool/start',
      'tool/update',
      'ui/dialog-requested',
      'ui/frontend-action-requested',
      'ui/notification',
      'ui/status-updated',
      'ui/widgets-updated',
    ]);
    expect(
      topics
        .filter(([, { origin }]) => origin === 'peers')
        .map(([name]) => name)
        .sort(),
    ).toEqual(['assistant/thinking-delta', 'context/updated', 'ui/widget-specs-updated']);
  });

  it('sends ops to the server and topics to the client', () => {
    for (const [name, spec] of methods) {
      expect([name, spec.direction]).toEqual([name, spec.kind === 'request' ? 'toServer' : 'toClient']);
    }
  });

  it('has these error codes', () => {
    expect(Object.keys(ednErrors).sort()).toEqual([
      'protocol/invalid-envelope',
      'protocol/invalid-event-payload',
      'protocol/unsupported-version',
      'request/dialog-id-mismatch',
      'request/invalid-id',
      'request/invalid-op',
      'request/invalid-params',
      'request/invalid-query',
      'request/invalid-session-id',
      'request/no-active-dialog',
      'request/no-pending-login',
      'request/not-found',
      'request/op-not-supported',
      'request/session-not-idle',
      'request/unknown-model',
      'runtime/failed',
      'runtime/query-failed',
      'transport/invalid-frame',
      'transport/max-pending-exceeded',
      'transport/not-ready',
    ]);
    for (const [name, { code }] of Object.entries(ednErrors)) expect(code).toBe(name);
  });
});

/** The last column of the contract's table of ops, shortened: n = transport/not-ready, p = request/invalid-params. */
const tableOfContract: Readonly<Record<string, readonly string[]>> = {
  handshake: ['protocol/unsupported-version', 'p'],
  query_eql: ['p', 'request/invalid-query', 'runtime/query-failed'],
  command: ['n', 'p', 'runtime/failed'],
  frontend_action_result: ['n', 'p', 'runtime/failed'],
  prompt: ['n', 'p', 'request/session-not-idle', 'runtime/failed'],
  steer: ['n', 'p', 'runtime/failed'],
  follow_up: ['n', 'p', 'runtime/failed'],
  abort: ['n', 'runtime/failed'],
  login_begin: ['n', 'p', 'runtime/failed'],
  login_complete: ['n', 'request/no-pending-login', 'p', 'runtime/failed'],
  new_session: ['n', 'p', 'runtime/failed'],
  switch_session: ['n', 'p', 'request/not-found', 'runtime/failed'],
  fork: ['n', 'p', 'runtime/failed'],
  set_session_name: ['n', 'p', 'runtime/failed'],
  set_model: ['n', 'p', 'request/unknown-model', 'runtime/failed'],
  cycle_model: ['n', 'p', 'runtime/failed'],
  set_thinking_level: ['n', 'p', 'runtime/failed'],
  cycle_thinking_level: ['n', 'runtime/failed'],
  compact: ['n', 'request/session-not-idle', 'runtime/failed'],
  set_auto_compaction: ['n', 'p', 'runtime/failed'],
  set_auto_retry: ['n', 'p', 'runtime/failed'],
  get_state: ['n', 'runtime/query-failed'],
  get_messages: ['n', 'runtime/query-failed'],
  get_session_stats: ['n', 'runtime/query-failed'],
  subscribe: ['n', 'p'],
  unsubscribe: ['n', 'p'],
  ping: ['n'],
};
const full: Readonly<Record<string, string>> = { n: 'transport/not-ready', p: 'request/invalid-params' };
/** A session named in the params may be unknown; the contract leaves that case open. */
const beyondContract = ['request/not-found', 'request/invalid-params', 'transport/not-ready'];

describe('errors of an op', () => {
  const errorsOf = (op: string): readonly string[] => {
    const spec = methods.find(([name]) => name === op)?.[1];
    return spec?.kind === 'request' ? spec.errors : [];
  };

  it.each(Object.entries(tableOfContract))('%s answers with the codes of the contract', (op, short) => {
    const codes = short.map((code) => full[code] ?? code);
    expect(errorsOf(op)).toEqual(expect.arrayContaining(codes));
    const others = errorsOf(op).filter((code) => !codes.includes(code) && !beyondContract.includes(code));
    expect(others).toEqual(
      op === 'command' ? ['request/invalid-session-id', 'request/session-not-idle'] : [],
    );
  });

  it('lists no code twice and none of the transport itself', () => {
    for (const [name] of methods) {
      expect([name, new Set(errorsOf(name)).size]).toEqual([name, errorsOf(name).length]);
      expect(errorsOf(name).filter((code) => ednTransportCodes.some((known) => known === code))).toEqual([]);
    }
  });

  it('lets every op but the handshake say that the connection is not ready', () => {
    for (const [name, spec] of methods) {
      if (spec.kind !== 'request') continue;
      expect([name, spec.errors.includes('transport/not-ready')]).toEqual([name, name !== 'handshake']);
    }
  });
});
