import { ExitCode } from './exit-code.js';

/** Says what is wrong with a command line, as commander does, and gives the exit code for it. */
export function usageError(problem: string): number {
  process.stderr.write(`error: ${problem}\n(add --help for more)\n`);
  return ExitCode.usage;
}
