import type { ExitCode } from '../exit-code.js';
import { countReport, type RunReport } from '../run/run-report.js';
import { count, formatDuration } from './duration.js';
import type { Palette } from './palette.js';

/** The last line: what was found, where, and how long it took. */
export function summaryLine(report: RunReport, exitCode: ExitCode, palette: Palette): string {
  const counts = countReport(report);
  const { error, warning, info, hint } = counts.bySeverity;
  const severities = [
    error > 0 && count(error, 'error'),
    warning > 0 && count(warning, 'warning'),
    info + hint > 0 && count(info + hint, 'note'),
  ].filter((text) => text !== false);
  const found =
    counts.problems === 0
      ? counts.otherFindings === 0 && counts.failures === 0 && 'no problems'
      : `${count(counts.problems, 'problem')} (${severities.join(', ')}) in ${count(counts.files, 'file')}`;
  const projects = new Set(report.slots.map(({ slot }) => slot.project?.path ?? ''));
  const parts = [
    counts.failures > 0 && `${counts.failures} failed`,
    found,
    counts.otherFindings > 0 && `${count(counts.otherFindings, 'action')} not satisfied`,
    `${count(report.slots.length, 'run')} in ${count(projects.size, 'project')}`,
    formatDuration(report.durationMs),
  ].filter((part) => part !== false);
  const text = parts.join(' · ');
  if (exitCode === 0) return `${palette.green('✔')} ${text}`;
  return counts.failures > 0 ? `${palette.red('✖')} ${text}` : `${palette.yellow('✖')} ${text}`;
}
