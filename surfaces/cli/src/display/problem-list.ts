import type { Problem, ProblemsByFile, Severity } from '../run/problem.js';
import type { Palette } from './palette.js';
import { sourceExcerpt } from './source-excerpt.js';
import { displayWidth, visibleLine } from './terminal-text.js';

export interface ProblemListOptions {
  readonly palette: Palette;
  readonly columns: number;
  /** How many problems of one file are shown. */
  readonly maxPerFile: number;
  /** Whether the terminal may be sent links. */
  readonly hasLinks: boolean;
  /** How a file of the result is shown to the person. */
  fileLabel(file: string): string;
  readLines(file: string): Promise<readonly string[] | undefined>;
}

/** Problems file by file, a chunk of text for each, so that ten thousand of them are never one string. */
export async function* renderProblems(
  problemsByFile: ProblemsByFile,
  options: ProblemListOptions,
): AsyncGenerator<string> {
  const files = [...problemsByFile]
    .filter(([, problems]) => problems.length > 0)
    .map(([file, problems]) => ({ file, label: visibleLine(options.fileLabel(file)), problems }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
  for (const { file, label, problems } of files) {
    const lines = await options.readLines(file);
    yield renderFile(label, problems, lines ?? [], options);
  }
}

function renderFile(
  label: string,
  problems: readonly Problem[],
  lines: readonly string[],
  options: ProblemListOptions,
): string {
  const { palette, maxPerFile } = options;
  const shown = problems.toSorted(byPosition).slice(0, maxPerFile);
  let text = `  ${palette.underline(label)}\n`;
  for (const problem of shown) text += renderProblem(problem, lines, options);
  const left = problems.length - shown.length;
  if (left > 0) text += `    ${palette.dim(`…and ${left} more in this file (--verbose shows all)`)}\n`;
  return text;
}

function byPosition(one: Problem, other: Problem): number {
  return one.start.line - other.start.line || one.start.character - other.start.character;
}

function renderProblem(problem: Problem, lines: readonly string[], options: ProblemListOptions): string {
  const { palette, columns } = options;
  const { line, character } = problem.start;
  const place = palette.dim(`${line + 1}:${character + 1}`);
  const level = paint(problem.severity, palette)(problem.severity);
  const rule = ruleOf(problem, options);
  const message = visibleLine(problem.message);
  const head = `    ${place}  ${level}  ${message}`;
  const text = rule === '' ? `${head}\n` : `${head}  ${rule}\n`;

  const gutter = String(line + 1);
  const indent = 6 + gutter.length + 3;
  const excerpt = sourceExcerpt(lines, problem, Math.max(columns - indent, 0));
  if (excerpt === undefined) return text;
  const bar = palette.dim('│');
  const blank = ' '.repeat(displayWidth(gutter));
  return `${text}      ${palette.dim(gutter)} ${bar} ${excerpt.line}\n      ${blank} ${bar} ${paint(problem.severity, palette)(excerpt.carets)}\n`;
}

function ruleOf({ code, source, link }: Problem, { palette, hasLinks }: ProblemListOptions): string {
  const name = [code, source === undefined ? undefined : code === undefined ? source : `(${source})`]
    .filter((part) => part !== undefined)
    .map(visibleLine)
    .join(' ');
  const shown = palette.dim(name);
  return hasLinks && link !== undefined && name !== ''
    ? `\x1b]8;;${link}\x1b\\${shown}\x1b]8;;\x1b\\`
    : name && shown;
}

export function paint(severity: Severity, palette: Palette): (text: string) => string {
  switch (severity) {
    case 'error':
      return palette.red;
    case 'warning':
      return palette.yellow;
    case 'info':
    case 'hint':
      return palette.cyan;
  }
}
