import { RpcError, RpcErrorCode } from '@tandem/wire';
import { ExitCode } from './exit-code.js';

/** `usage`: the person can fix the command line; `failed`: something below it does not work. */
export type CommandErrorCode = 'usage' | 'failed';

/** Why a command ends early; the message is for the person who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: CommandErrorCode;

  constructor(code: CommandErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof CommandError && error.code === 'usage' ? ExitCode.usage : ExitCode.failed;
}

export function messageOf(error: unknown): string {
  if (error instanceof RpcError && error.code === RpcErrorCode.connectionClosed)
    return `the Workspace Manager went away: ${error.message}. Run the command again.`;
  return error instanceof Error ? error.message : String(error);
}
