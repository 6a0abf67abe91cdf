import { createColors } from 'picocolors';
import type { Counts, Outcome } from '../outcome.js';
import type { TranscriptEntry } from '../session/transcript.js';
import type { CheckInfo } from '../suite.js';
import type { Reporter } from './reporter.js';

interface TableOptions {
  /** All checks of the run: the columns are as wide as the widest of them. */
  readonly checks: readonly CheckInfo[];
  readonly color: boolean;
  write(text: string): void;
}

const arrows: Record<TranscriptEntry['direction'], string> = { sent: '→', received: '←', note: '·' };

export function createTableReporter({ checks, color, write }: TableOptions): Reporter {
  const colors = createColors(color);
  const idWidth = Math.max(0, ...checks.map(({ id }) => id.length));
  const indent = ' '.repeat(4);

  const details = (lines: readonly string[]) => lines.map((line) => `${indent}${line}\n`).join('');
  const row = (mark: string, { id, title }: CheckInfo) => `${mark} ${id.padEnd(idWidth)}  ${title}\n`;
  const summary = ({ passed, failed, notApplicable }: Counts) =>
    `${passed} passed, ${failed} failed, ${notApplicable} not applicable\n`;

  const showOutcome = (outcome: Outcome): string => {
    switch (outcome.kind) {
      case 'passed':
        return row(colors.green('✓'), outcome.check);
      case 'not-applicable':
        return (
          row(colors.dim('–'), outcome.check) + details([colors.dim(`not applicable: ${outcome.reason}`)])
        );
      case 'failed':
        return (
          row(colors.red('✗'), outcome.check) +
          details(outcome.reason.split('\n').map((line) => colors.red(line))) +
          details(
            outcome.transcript.flatMap(({ direction, text }) =>
              text.split('\n').map((line) => `${arrows[direction]} ${line}`),
            ),
          )
        );
    }
  };

  return {
    started: ({ protocol, target }) => write(`${colors.bold(`conformance ${protocol}`)} ${target}\n\n`),
    outcome: (outcome) => write(showOutcome(outcome)),
    finished: (counts) => write(`\n${summary(counts)}`),
    interrupted: (counts) => write(`\ninterrupted: ${summary(counts)}`),
    unreachable: (message) => write(`${colors.red(message)}\n`),
  };
}
