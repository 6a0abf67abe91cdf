import { RpcErrorCode } from '@tandem/wire';
import type { Errors } from '../core/contract.js';

/**
 * Errors of the protocol itself. A command that fails in its own work answers `{ "error": "…" }` as a result.
 */
export const erErrors = {
  parseError: { code: RpcErrorCode.parseError, doc: 'The body of a frame is not JSON.' },
  invalidRequest: { code: RpcErrorCode.invalidRequest, doc: 'The message is not a JSON-RPC 2.0 request.' },
  methodNotFound: { code: RpcErrorCode.methodNotFound, doc: 'There is no such method.' },
  invalidParams: {
    code: RpcErrorCode.invalidParams,
    doc: 'A field is missing or wrong; `data.problems` lists path and reason of each.',
  },
  internalError: {
    code: RpcErrorCode.internalError,
    doc: 'The runner or the Workspace Manager itself failed.',
  },
  unresolvableSource: {
    code: RpcErrorCode.internalError,
    doc: 'The import path leads to no action class in this environment.',
  },
  packageNotFound: {
    code: RpcErrorCode.internalError,
    doc: 'The package is not installed in this environment.',
  },
  duplicateAction: {
    code: RpcErrorCode.internalError,
    doc: 'Two actions of a configuration have one source.',
  },
  staleEntryPoints: {
    code: -32001,
    doc: 'An editable package changed its entry points; the environment has to be installed again.',
  },
  projectNotFound: { code: RpcErrorCode.internalError, doc: 'The Workspace Manager knows no such project.' },
  actionNotFound: {
    code: RpcErrorCode.internalError,
    doc: 'No action has this canonical source; aliases are not looked up here.',
  },
  limitReached: {
    code: RpcErrorCode.internalError,
    doc: 'The call would nest deeper, or fan out wider, than the orchestration policy allows.',
  },
  actionFailed: { code: RpcErrorCode.internalError, doc: 'The nested action has no result.' },
  requestCancelled: { code: RpcErrorCode.requestCancelled, doc: 'The request was cancelled.' },
} as const satisfies Errors;
