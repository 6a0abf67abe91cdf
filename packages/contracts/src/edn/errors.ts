import type { ErrorSpec } from '../core/contract.js';

/** Error codes are their own names on this wire; the four families say who is at fault. */
const docs = {
  'transport/not-ready': 'A request other than `handshake` came before a successful handshake.',
  'transport/invalid-frame': 'The line is empty or is not one EDN form.',
  'transport/max-pending-exceeded': 'Too many requests wait for an answer; this one was not accepted.',
  'protocol/unsupported-version': 'The client speaks another major version of the protocol.',
  'protocol/invalid-envelope': 'The form is not a map with exactly the keys of a request frame.',
  'protocol/invalid-event-payload':
    'Only in an `error` event: a payload lacked required keys and was not sent.',
  'request/invalid-id': 'The id is not a non-empty string, or a request with that id is still pending.',
  'request/invalid-op': 'The op is not a non-empty string.',
  'request/invalid-params': 'The params do not fit the op; the message names the key.',
  'request/invalid-query': 'The query string is not EDN, or is EDN but not a vector.',
  'request/op-not-supported': 'The op is unknown or not implemented; the data lists the supported ones.',
  'request/session-not-idle': 'The session is busy with another turn.',
  'request/not-found': 'The named session, file, entry or job does not exist.',
  'request/unknown-model': 'No such model at that provider.',
  'request/no-pending-login': '`login_complete` without a login that was begun.',
  'request/invalid-session-id': 'There is no session that the request could act on.',
  'request/no-active-dialog': 'No dialog waits for an answer.',
  'request/dialog-id-mismatch': 'Another dialog than the named one waits for an answer.',
  'runtime/query-failed': 'The query is well-formed but could not be answered.',
  'runtime/failed': 'The op was understood and failed; the message says why.',
} as const;

export type EdnErrorCode = keyof typeof docs;

export const ednErrors = Object.fromEntries(
  Object.entries(docs).map(([code, doc]) => [code, { code, doc }]),
) as Readonly<Record<EdnErrorCode, ErrorSpec & { readonly code: EdnErrorCode }>>;

/** Codes of the transport itself: any request may get one, so ops do not list them. */
export const ednTransportCodes = [
  'transport/invalid-frame',
  'transport/max-pending-exceeded',
  'protocol/invalid-envelope',
  'request/invalid-id',
  'request/invalid-op',
  'request/op-not-supported',
] as const satisfies readonly EdnErrorCode[];
