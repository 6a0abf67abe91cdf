import type { CommandContext } from '../command-context.js';
import type { Reporter } from '../run/reporter.js';
import { brokenOf, runOf, slotOf, summaryOf } from './json-reporter.js';

/** For programs that follow a run: an object for each event, as it happens. */
export function createJsonLinesReporter(context: CommandContext): Reporter {
  const write = (event: string, content: object): void => {
    context.write(`${JSON.stringify({ event, ...content })}\n`);
  };
  return {
    waiting: () => {},
    started: (slot) => write('started', slotOf(slot)),
    progress: (slot, progress) => write('progress', { ...slotOf(slot), progress }),
    ended: (finished) => write('ended', runOf(finished)),
    brokenProject: (broken) => write('brokenProject', brokenOf(broken)),
    userMessage: ({ type, message }) => write('userMessage', { type, message }),
    warning: (message) => write('userMessage', { type: 'WARNING', message }),
    log: (line) => write('log', { line }),
    finished: (report, exitCode) => write('finished', { exitCode, ...summaryOf(report) }),
    aborted: (message, exitCode) => write('aborted', { exitCode, error: message }),
  };
}
