import { type MessageHandlers, RpcError, RpcErrorCode } from '@tandem/wire';
import { RunnerError, type RunnerErrorCode } from '../core/runner-error.js';

/** The contract has one number for all that a runner itself cannot do; a new code has to be thought about here. */
const wireCode: Readonly<Record<RunnerErrorCode, number>> = {
  'not-initialized': RpcErrorCode.internalError,
  'config-invalid': RpcErrorCode.internalError,
  'action-not-found': RpcErrorCode.internalError,
  'load-failed': RpcErrorCode.internalError,
  'payload-invalid': RpcErrorCode.internalError,
  'handler-invalid': RpcErrorCode.internalError,
  'handler-failed': RpcErrorCode.internalError,
  'result-invalid': RpcErrorCode.internalError,
  'service-unavailable': RpcErrorCode.internalError,
  'source-unresolved': RpcErrorCode.internalError,
  'package-not-found': RpcErrorCode.internalError,
};

/** Answers with the words of a runner's own errors, which are meant for people. */
export function withWireErrors(handlers: MessageHandlers): MessageHandlers {
  return {
    ...handlers,
    async request(method, params, context) {
      try {
        return await handlers.request(method, params, context);
      } catch (error) {
        if (error instanceof RunnerError)
          throw new RpcError(wireCode[error.code], error.message, { cause: error });
        throw error;
      }
    },
  };
}
