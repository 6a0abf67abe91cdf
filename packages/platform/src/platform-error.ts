export type PlatformErrorCode =
  | 'command-not-found'
  | 'command-not-executable'
  | 'working-directory-missing'
  | 'spawn-failed'
  | 'deadline-passed'
  | 'file-not-found'
  | 'not-a-directory'
  | 'not-a-file'
  | 'permission-denied'
  | 'disk-full'
  | 'file-failed'
  | 'lock-unsupported'
  | 'bad-file-uri';

/** What the operating system refused, in words that name the thing and the next step; the system's own error is the cause. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: PlatformErrorCode;

  constructor(code: PlatformErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The `ENOENT`-like code of an error that Node raised, if it is one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
