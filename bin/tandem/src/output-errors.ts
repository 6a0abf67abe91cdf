import { ExitCode } from './exit-code.js';

/** What a shell reports of a program whose reader went away, as in `tandem run lint | head -1`. */
const readerGone = 141;

/** Without this, a closed pipe or a full disk behind our output would end the process with a stack trace. */
export function handleOutputErrors(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(readerGone);
    process.stderr.write(`tandem: the output cannot be written: ${error.message}\n`);
    process.exit(ExitCode.failed);
  });
  // There is nowhere left to complain.
  process.stderr.on('error', () => process.exit(ExitCode.failed));
}
