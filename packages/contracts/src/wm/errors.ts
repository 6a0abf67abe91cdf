import { RpcErrorCode } from '@tandem/wire';
import type { Errors } from '../core/contract.js';

/** Every error of the Workspace Manager. Several share a code: old clients know only the numbers. */
export const wmErrors = {
  parseError: { code: RpcErrorCode.parseError, doc: 'The body of a frame is not JSON.' },
  invalidRequest: { code: RpcErrorCode.invalidRequest, doc: 'The message is not a JSON-RPC 2.0 request.' },
  methodNotFound: { code: RpcErrorCode.methodNotFound, doc: 'There is no such method.' },
  invalidParams: {
    code: RpcErrorCode.invalidParams,
    doc: 'A field is missing or wrong; `data.problems` lists path and reason of each.',
  },
  projectNotFound: {
    code: RpcErrorCode.invalidParams,
    doc: 'No project with this path is in the workspace.',
  },
  actionNotFound: {
    code: RpcErrorCode.invalidParams,
    doc: 'The project has no action with this source, under any alias.',
  },
  internalError: { code: RpcErrorCode.internalError, doc: 'The Workspace Manager itself failed.' },
  configInvalid: { code: RpcErrorCode.internalError, doc: 'The configuration cannot be read or merged.' },
  runnerNotReady: {
    code: RpcErrorCode.internalError,
    doc: 'A runner that the call needs cannot be started, or stopped while it worked.',
  },
  actionFailed: { code: RpcErrorCode.internalError, doc: 'A handler failed, so the action has no result.' },
  requestCancelled: {
    code: RpcErrorCode.requestCancelled,
    doc: 'The caller cancelled, or the tool below reported that it was cancelled.',
  },
  notImplemented: { code: -32002, doc: 'The method is known but this server does not implement it.' },
} as const satisfies Errors;
