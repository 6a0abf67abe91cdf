import type { CommandContext } from '../command-context.js';
import type { BrokenProject } from '../run/config-complaints.js';
import type { Reporter } from '../run/reporter.js';
import { countReport, type FinishedSlot, type RunReport, type Slot } from '../run/run-report.js';
import { labelled } from './terminal-text.js';

/** For programs: one document when all is over, however it ended. Warnings still go to stderr. */
export function createJsonReporter(context: CommandContext): Reporter {
  const slots: FinishedSlot[] = [];
  const brokenProjects: BrokenProject[] = [];
  const shownWarnings = new Set<string>();
  const warning = (message: string): void => context.writeError(`${labelled('warning:', message)}\n`);
  const write = (document: object): void => context.write(`${JSON.stringify(document, undefined, 2)}\n`);
  return {
    waiting: () => {},
    started: () => {},
    progress: () => {},
    ended: (finished) => void slots.push(finished),
    brokenProject: (broken) => void brokenProjects.push(broken),
    userMessage: ({ type, message }) => {
      if (type !== 'WARNING' || shownWarnings.has(message)) return;
      shownWarnings.add(message);
      warning(message);
    },
    warning,
    log: (line) => context.writeError(`${line}\n`),
    finished: (report, exitCode) =>
      write({
        exitCode,
        ...summaryOf(report),
        runs: slots.map(runOf),
        brokenProjects: brokenProjects.map(brokenOf),
      }),
    aborted: (message, exitCode) =>
      write({
        exitCode,
        error: message,
        runs: slots.map(runOf),
        brokenProjects: brokenProjects.map(brokenOf),
      }),
  };
}

export function summaryOf(report: RunReport): object {
  const { bySeverity, problems, files, failures } = countReport(report);
  return {
    durationMs: Math.round(report.durationMs),
    problems,
    problemsBySeverity: bySeverity,
    files,
    failures,
  };
}

export function slotOf({ project, actionName, actionSource }: Slot): object {
  return {
    project: project?.path ?? null,
    projectName: project?.name ?? null,
    action: actionName,
    actionSource,
  };
}

export function runOf({ slot, outcome }: FinishedSlot): object {
  const durationMs = Math.round(outcome.durationMs);
  if (outcome.kind === 'failed') return { ...slotOf(slot), error: outcome.message, durationMs };
  const { returnCode, formats } = outcome;
  return { ...slotOf(slot), returnCode, result: formats.json ?? null, durationMs };
}

export function brokenOf({ project, complaints }: BrokenProject): object {
  return { project: project.path, projectName: project.name, problems: complaints };
}
