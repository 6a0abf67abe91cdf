import { sectionRules } from '../../core/requirement.js';

export const envelopeRequirements = [
  ...sectionRules('1) Canonical wire envelope rules', {
    'edn/keys/kebab-case': 'Every key on the wire is a kebab-case keyword.',
  }),
  ...sectionRules('1) Request frame (stdin)', {
    'edn/request/required-keys':
      'A request without `:id`, `:kind` or `:op` is refused with `protocol/invalid-envelope`.',
    'edn/request/allowed-keys':
      'A request with a key besides `:id :kind :op :params` is refused with `protocol/invalid-envelope`.',
    'edn/request/kind':
      'A request whose `:kind` is not `:request` is refused with `protocol/invalid-envelope`.',
    'edn/request/id-string': 'A request whose `:id` is not a string is refused with `request/invalid-id`.',
    'edn/request/id-not-empty': 'A request whose `:id` is empty is refused with `request/invalid-id`.',
    'edn/request/op-string': 'A request whose `:op` is not a string is refused with `request/invalid-op`.',
    'edn/request/op-not-empty': 'A request whose `:op` is empty is refused with `request/invalid-op`.',
    'edn/request/params-optional': 'A request may leave `:params` out; nil counts as left out.',
    'edn/request/params-map': 'Params that are not a map are refused with `request/invalid-params`.',
  }),
  ...sectionRules('1) Response frame (stdout)', {
    'edn/response/required-keys': 'Every response has `:id`, `:kind`, `:op` and `:ok`.',
    'edn/response/allowed-keys': 'A response has no key besides `:id :kind :op :ok :data`.',
    'edn/response/kind': 'The kind of a response is `:response`.',
    'edn/response/ok-boolean': 'The `:ok` of a response is a boolean, and `true` for success.',
    'edn/response/echo': 'A response carries the id and the op of its request unchanged.',
  }),
  ...sectionRules('1) Error frame (stdout)', {
    'edn/error/required-keys': 'Every error frame has `:kind`, `:error-code` and `:error-message`.',
    'edn/error/allowed-keys':
      'An error frame has no key besides `:kind :id :op :error-code :error-message :retryable :data`.',
    'edn/error/kind': 'The kind of an error frame is `:error`.',
    'edn/error/echo': 'An error about a request carries the id and the op that the request gave.',
    'edn/error/no-id': 'An error about a line without a readable id carries no `:id`.',
  }),
  ...sectionRules('1) Event frame (stdout)', {
    'edn/event/required-keys': 'Every event has `:kind`, `:event` and `:data`.',
    'edn/event/allowed-keys': 'An event has no key besides `:kind :event :data :id :seq :ts`.',
    'edn/event/kind': 'The kind of an event is `:event`.',
    'edn/event/seq-monotonic': 'Each `:seq` of a connection is greater than the one before.',
  }),
  ...sectionRules('1) Transport discipline', {
    'edn/transport/one-map-per-line': 'Each line of output is exactly one EDN map.',
    'edn/transport/no-newline-inside': 'A line break inside a string is escaped, never written as it is.',
    'edn/transport/stdout-frames-only': 'Standard output carries responses, events and errors, nothing else.',
    'edn/transport/log-to-stderr': 'Diagnostics go to standard error.',
    'edn/transport/empty-line': 'An empty line is answered with `transport/invalid-frame`.',
    'edn/transport/not-edn': 'A line that is not EDN is answered with `transport/invalid-frame`.',
    'edn/transport/not-a-map': 'A line whose form is not a map is answered with `protocol/invalid-envelope`.',
    'edn/transport/goes-on': 'After a bad line the next good one is answered.',
  }),
  ...sectionRules('2) Handshake and readiness policy', {
    'edn/handshake/gate':
      'Before a successful handshake every other op is answered with `transport/not-ready`.',
    'edn/handshake/gate-echo': 'The `transport/not-ready` error carries the id and the op of the request.',
    'edn/handshake/gate-before-op':
      'Before the handshake even an unknown op is answered with `transport/not-ready`.',
    'edn/handshake/unsupported-major':
      'A client of another major version is answered with `protocol/unsupported-version`.',
    'edn/handshake/unsupported-not-ready': 'After an unsupported version the connection is not ready.',
    'edn/handshake/minor-accepted': 'Any minor version of major 1 is accepted.',
    'edn/handshake/negotiates': 'The answer names a protocol version of major 1.',
    'edn/handshake/ready': 'After a successful handshake other ops are accepted.',
    'edn/handshake/version-required':
      'A handshake without a version string is answered with `request/invalid-params`.',
    'edn/handshake/features': 'The answer lists the features of the server as strings.',
    'edn/handshake/no-events': 'A handshake causes no event; snapshots come with subscriptions.',
  }),
  ...sectionRules('3) Pending request lifecycle policy', {
    'edn/pending/one-answer': 'Each accepted request gets exactly one response or error.',
    'edn/pending/cleared': 'Once a request is answered its id may be used again.',
    'edn/pending/limit':
      'Beyond the limit of pending requests the answer is `transport/max-pending-exceeded`.',
    'edn/pending/limit-recovers': 'When pending requests are answered new ones are accepted again.',
    'edn/pending/duplicate':
      'A second request with the id of a pending one is answered with `request/invalid-id`.',
    'edn/pending/duplicate-harmless': 'A duplicate does not disturb the request that is pending.',
    'edn/pending/no-crash': 'A request with a bad id leaves the connection open.',
  }),
];
