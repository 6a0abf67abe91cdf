export type RunnerErrorCode =
  | 'not-initialized'
  | 'config-invalid'
  | 'action-not-found'
  | 'load-failed'
  | 'payload-invalid'
  | 'handler-invalid'
  | 'handler-failed'
  | 'result-invalid'
  | 'service-unavailable'
  | 'source-unresolved'
  | 'package-not-found';

/** What a runner cannot do, in words for the person who wrote the configuration or the extension. */
export class RunnerError extends Error {
  override readonly name = 'RunnerError';
  readonly code: RunnerErrorCode;

  constructor(code: RunnerErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
