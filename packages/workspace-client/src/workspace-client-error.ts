export type WorkspaceClientErrorCode =
  | 'place-unusable'
  | 'daemon-not-started'
  | 'daemon-not-answering'
  | 'not-a-daemon';

/** Why there is no connection to a Workspace Manager; the message names the place and the next step. */
export class WorkspaceClientError extends Error {
  override readonly name = 'WorkspaceClientError';
  readonly code: WorkspaceClientErrorCode;

  constructor(code: WorkspaceClientErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
