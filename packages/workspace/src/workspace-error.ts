export type WorkspaceErrorCode =
  | 'dir-not-found'
  | 'project-not-found'
  | 'action-not-found'
  | 'config-invalid'
  | 'env-not-found'
  | 'runner-failed'
  | 'runner-exited'
  | 'run-failed'
  | 'run-cancelled'
  | 'run-timed-out'
  | 'limit-reached'
  | 'not-trusted'
  | 'protocol-violated';

/** What the workspace could not do; the message names the thing and the next step. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly code: WorkspaceErrorCode;

  constructor(code: WorkspaceErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
