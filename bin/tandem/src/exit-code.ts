/** What the exit code of every command means. */
export const ExitCode = {
  ok: 0,
  /** The command worked and found problems. */
  problems: 1,
  /** The command line was wrong: unknown command, option, action or project. */
  usage: 2,
  /** A tool, a runner or the target failed, is missing or timed out. */
  failed: 3,
  interrupted: 130,
} as const;
