import { sectionRules } from '../../core/requirement.js';

export const operationRequirements = [
  ...sectionRules('4) query_eql request contract', {
    'edn/query/string': 'A query that is missing or not a string is answered with `request/invalid-params`.',
    'edn/query/not-edn': 'A query that is not EDN is answered with `request/invalid-query`.',
    'edn/query/not-a-vector':
      'A query that is EDN but not a vector is answered with `request/invalid-query`.',
    'edn/query/result': 'A query that is a vector is answered with its result under `:result`.',
    'edn/query/live': 'A query sees the state at the time it runs.',
    'edn/query/graph': 'Attributes of `:psi.graph` have values when the runtime has them.',
    'edn/query/memory': 'Attributes of `:psi.memory` have values when the runtime has them.',
    'edn/query/failed': 'A query that cannot be answered gives `runtime/query-failed`.',
  }),
  ...sectionRules('5) Operation mapping table', {
    'edn/op/thin': 'An op translates; the session logic behind it is that of every other front.',
    'edn/op/invalid-params': 'Params of a wrong type are answered with `request/invalid-params`.',
    'edn/op/invalid-params-key': 'The message of `request/invalid-params` names the key.',
    'edn/op/unknown-keys': 'Keys that an op does not know inside `:params` are ignored.',
    'edn/op/command': '`command` hands the text to the slash commands of the server and accepts it.',
    'edn/op/frontend-action-result':
      '`frontend_action_result` applies, cancels or fails the action by its status.',
    'edn/op/frontend-action-status': 'Another status than submitted, cancelled or failed is refused.',
    'edn/op/prompt': '`prompt` starts a turn and is answered as accepted while the turn runs.',
    'edn/op/prompt-busy': '`prompt` on a busy session is answered with `request/session-not-idle`.',
    'edn/op/prompt-images': '`prompt`, `steer` and `follow_up` take images.',
    'edn/op/steer': '`steer` reaches the running turn.',
    'edn/op/follow-up': '`follow_up` is sent when the running turn is over.',
    'edn/op/abort': '`abort` stops the running turn.',
    'edn/op/abort-idle': '`abort` on an idle session is accepted and changes nothing.',
    'edn/op/login-begin': '`login_begin` gives the provider, the address and whether a callback is awaited.',
    'edn/op/login-complete': '`login_complete` finishes the login that was begun.',
    'edn/op/login-none':
      '`login_complete` without a begun login is answered with `request/no-pending-login`.',
    'edn/op/new-session': '`new_session` gives the id of a session that did not exist.',
    'edn/op/switch-session': '`switch_session` resumes the session of a file.',
    'edn/op/switch-session-missing':
      '`switch_session` to a missing file is answered with `request/not-found`.',
    'edn/op/fork': '`fork` gives a new session that holds the entries up to the named one.',
    'edn/op/set-session-name': '`set_session_name` answers with the new name.',
    'edn/op/set-model': '`set_model` answers with the provider and id now in use.',
    'edn/op/set-model-unknown':
      '`set_model` with a model nobody offers is answered with `request/unknown-model`.',
    'edn/op/cycle-model': '`cycle_model` goes forward unless `prev` is asked for.',
    'edn/op/set-thinking-level': '`set_thinking_level` takes a keyword, a string or an integer.',
    'edn/op/cycle-thinking-level': '`cycle_thinking_level` answers with the level now in use.',
    'edn/op/compact': '`compact` answers that it compacted, with the summary.',
    'edn/op/compact-busy': '`compact` on a busy session is answered with `request/session-not-idle`.',
    'edn/op/set-auto-compaction': '`set_auto_compaction` answers with the value now in force.',
    'edn/op/set-auto-retry': '`set_auto_retry` answers with the value now in force.',
    'edn/op/get-state': '`get_state` answers with a map.',
    'edn/op/get-messages': '`get_messages` answers with a vector of messages in order.',
    'edn/op/get-session-stats': '`get_session_stats` answers with a map.',
    'edn/op/subscribe': '`subscribe` answers with all topics now subscribed.',
    'edn/op/unsubscribe': '`unsubscribe` answers with the topics that remain.',
    'edn/op/topics-vector':
      'Topics that are not a vector of strings are answered with `request/invalid-params`.',
    'edn/op/ping': '`ping` answers `:pong true` and the protocol version.',
    'edn/op/initial-snapshot':
      'A subscription to session, footer or context topics brings their state at once.',
    'edn/op/recompute': 'Payloads are computed when they are sent, from the state at that time.',
    'edn/op/focus-per-connection': 'Each connection has its own focus; one change may mean different events.',
    'edn/op/no-polling': 'Changes of context and shared UI are pushed when they happen.',
  }),
  ...sectionRules('6) Unsupported-op policy', {
    'edn/unsupported/code':
      'An op that is unknown or not implemented is answered with `request/op-not-supported`.',
    'edn/unsupported/echo': 'That error carries the id and the op.',
    'edn/unsupported/message': 'Its message is the same each time and made for people.',
    'edn/unsupported/list': 'Its data may list the supported ops; what it lists is supported.',
    'edn/unsupported/goes-on': 'An unsupported op leaves the connection open.',
  }),
];
