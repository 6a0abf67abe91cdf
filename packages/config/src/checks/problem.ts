import { formatKey, type KeyPath, type LocatedFile, type Origin, pathOf } from '../document/origin.js';

/** What is wrong with a configuration, where, and what to do about it. */
export interface ConfigProblem {
  readonly severity: 'error' | 'warning';
  /** Absolute path of the file, or `environment` for an environment variable (line and column are then 0). */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Dotted path of the key, or the name of the environment variable; empty when the file cannot be parsed. */
  readonly key: string;
  readonly message: string;
  readonly fix: string;
}

export interface Complaint {
  readonly severity?: ConfigProblem['severity'];
  readonly message: string;
  readonly fix: string;
}

export function problemAt(file: LocatedFile, path: KeyPath, complaint: Complaint): ConfigProblem {
  const { line, column } = file.positionOf(path);
  return {
    severity: complaint.severity ?? 'error',
    file: file.filePath,
    line,
    column,
    key: formatKey(path),
    message: complaint.message,
    fix: complaint.fix,
  };
}

/** `fallback` is where to point for values that no file holds. */
export function problemFrom(origin: Origin, fallback: LocatedFile, complaint: Complaint): ConfigProblem {
  if (origin.kind === 'file') return problemAt(origin.file, pathOf(origin), complaint);
  return problemAt(fallback, [], complaint);
}

/** One line: `/repo/finecode.toml:3:7: finecode.env: expected a table, found a string. Write it as a table.` */
export function formatProblem(problem: ConfigProblem): string {
  const place = problem.line === 0 ? problem.file : `${problem.file}:${problem.line}:${problem.column}`;
  const key = problem.key === '' ? '' : `${problem.key}: `;
  const fix = /[.?]$/.test(problem.fix) ? problem.fix : `${problem.fix}.`;
  return `${place}: ${key}${problem.message}. ${fix}`;
}

export function hasErrors(problems: readonly ConfigProblem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}
