import type { Outcome } from '../outcome.js';
import type { Reporter, RunHeading } from './reporter.js';

/** One JSON document, at the end, whatever the end is. */
export function createJsonReporter(write: (text: string) => void): Reporter {
  let heading: RunHeading = { protocol: '', target: '' };
  const checks: object[] = [];
  const print = (rest: object) => write(`${JSON.stringify({ ...heading, checks, ...rest }, undefined, 2)}\n`);
  return {
    started: (run) => {
      heading = run;
    },
    outcome: (outcome) => checks.push(describeOutcome(outcome)),
    finished: (summary) => print({ summary }),
    interrupted: (summary) => print({ summary, interrupted: true }),
    unreachable: (message) => print({ error: message }),
  };
}

function describeOutcome({ check, ...outcome }: Outcome): object {
  const { id, title, proves } = check;
  const { kind: status, ...rest } = outcome;
  return { id, title, proves, status, ...rest };
}
