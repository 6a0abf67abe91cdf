/** What the exit code of every command means. */
export const ExitCode = {
  clean: 0,
  /** Everything ran, and something was found. */
  problems: 1,
  /** The command line was wrong: unknown option, action or project. */
  usage: 2,
  /** A tool, a runner or the server failed, is missing or took too long; stronger than `problems`. */
  failed: 3,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
