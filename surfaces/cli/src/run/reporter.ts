import type { UserMessage } from '@tandem/contracts';
import type { ExitCode } from '../exit-code.js';
import type { BrokenProject } from './config-complaints.js';
import type { RunReport } from './run-report.js';
import type { RunObserver } from './run-slots.js';

/** Tells a person or a program about a run, from its first event to its end. */
export interface Reporter extends RunObserver {
  /** Something on the way to the run takes time. */
  waiting(what: string): void;
  brokenProject(broken: BrokenProject): void;
  /** The server has something to say. */
  userMessage(message: UserMessage): void;
  /** The command line is fine, but a part of it has no effect. */
  warning(message: string): void;
  log(line: string): void;
  finished(report: RunReport, exitCode: ExitCode): void;
  /** The run ends without a result: `exitCode` says whose fault it is. */
  aborted(message: string, exitCode: ExitCode): void;
}
