import { wmContract } from '@tandem/contracts';
import { type MessageHandlers, RpcError } from '@tandem/wire';
import { WorkspaceError, type WorkspaceErrorCode } from '@tandem/workspace';

/** Which error of the contract stands for each of the workspace; a new one has to be thought about here. */
const wireError: Readonly<Record<WorkspaceErrorCode, keyof typeof wmContract.errors>> = {
  'dir-not-found': 'invalidParams',
  'project-not-found': 'projectNotFound',
  'action-not-found': 'actionNotFound',
  'config-invalid': 'configInvalid',
  'env-not-found': 'runnerNotReady',
  'runner-failed': 'runnerNotReady',
  'runner-exited': 'runnerNotReady',
  'run-failed': 'actionFailed',
  'run-cancelled': 'requestCancelled',
  'run-timed-out': 'actionFailed',
  'limit-reached': 'actionFailed',
  'not-trusted': 'actionFailed',
  'protocol-violated': 'actionFailed',
};

/** Answers with the words of the workspace's own errors, which are meant for people. */
export function withWireErrors(handlers: MessageHandlers): MessageHandlers {
  return {
    ...handlers,
    async request(method, params, context) {
      try {
        return await handlers.request(method, params, context);
      } catch (error) {
        throw toWireError(error);
      }
    },
  };
}

export function refuse(name: keyof typeof wmContract.errors, message: string): RpcError {
  return new RpcError(wmContract.errors[name].code, message);
}

/** Several errors share a number; the name tells a client of ours which it is. */
function toWireError(error: unknown): unknown {
  if (!(error instanceof WorkspaceError)) return error;
  const { code } = wmContract.errors[wireError[error.code]];
  return new RpcError(code, error.message, { data: { code: error.code }, cause: error });
}
