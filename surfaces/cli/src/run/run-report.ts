import type { Project, ResultByFormat } from '@tandem/contracts';
import type { FailOn } from '../arguments/parse-run-arguments.js';
import { ExitCode } from '../exit-code.js';
import type { BrokenProject } from './config-complaints.js';
import { type ProblemsByFile, readProblems, type Severity } from './problem.js';

/** One action in one project, or once for the whole workspace. */
export interface Slot {
  /** Absent for an action that runs once for the whole workspace. */
  readonly project?: Project;
  readonly actionName: string;
  readonly actionSource: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type SlotOutcome =
  | {
      readonly kind: 'finished';
      readonly returnCode: number;
      readonly formats: ResultByFormat;
      /** Set when the result has the shape of a lint result. */
      readonly problems?: ProblemsByFile;
      readonly durationMs: number;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly durationMs: number };

export interface FinishedSlot {
  readonly slot: Slot;
  readonly outcome: SlotOutcome;
}

export interface RunReport {
  readonly slots: readonly FinishedSlot[];
  readonly brokenProjects: readonly BrokenProject[];
  readonly durationMs: number;
}

export function finished(
  formats: ResultByFormat,
  returnCode: number,
  durationMs: number,
): Extract<SlotOutcome, { kind: 'finished' }> {
  const problems = readProblems(formats.json);
  return { kind: 'finished', returnCode, formats, durationMs, ...(problems !== undefined && { problems }) };
}

export interface Counts {
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly problems: number;
  readonly files: number;
  /** Actions that found something, in another shape than problems in files. */
  readonly otherFindings: number;
  readonly failures: number;
}

export function countReport({ slots, brokenProjects }: RunReport): Counts {
  const bySeverity = { error: 0, warning: 0, info: 0, hint: 0 };
  const files = new Set<string>();
  let otherFindings = 0;
  let failures = brokenProjects.length;
  for (const { outcome } of slots) {
    if (outcome.kind === 'failed') {
      failures += 1;
      continue;
    }
    let found = 0;
    for (const [file, problems] of outcome.problems ?? []) {
      for (const { severity } of problems) bySeverity[severity] += 1;
      if (problems.length > 0) files.add(file);
      found += problems.length;
    }
    if (found === 0 && outcome.returnCode !== 0) otherFindings += 1;
  }
  const problems = bySeverity.error + bySeverity.warning + bySeverity.info + bySeverity.hint;
  return { bySeverity, problems, files: files.size, otherFindings, failures };
}

/** Whatever could not be looked at is never clean, so a failure is stronger than problems. */
export function exitCodeFor(report: RunReport, failOn: FailOn | undefined): ExitCode {
  const counts = countReport(report);
  if (counts.failures > 0) return ExitCode.failed;
  const { error, warning } = counts.bySeverity;
  const counted = failOn === undefined ? counts.problems : failOn === 'error' ? error : error + warning;
  return counted > 0 || counts.otherFindings > 0 ? ExitCode.problems : ExitCode.clean;
}

/** Whether a slot is worth a look: it failed, or found something. */
export function hasFindings(outcome: SlotOutcome): boolean {
  if (outcome.kind === 'failed' || outcome.returnCode !== 0) return true;
  return [...(outcome.problems?.values() ?? [])].some((problems) => problems.length > 0);
}
