import type { Problem } from '../run/problem.js';
import { displayWidth, takeColumns, visible } from './terminal-text.js';

export interface SourceExcerpt {
  /** The source line, or the part of it around the problem. */
  readonly line: string;
  /** Spaces and carets, to be put right under it. */
  readonly carets: string;
}

const tabStop = 4;

/** A line of a minified file is no reading matter, and measuring it would cost its length. */
const maxLineLength = 10_000;

/** The line that a problem begins in, with carets under it, in at most `columns`; `undefined` when there is no such line. */
export function sourceExcerpt(
  lines: readonly string[],
  { start, end }: Pick<Problem, 'start' | 'end'>,
  columns: number,
): SourceExcerpt | undefined {
  const source = lines[start.line];
  if (source === undefined || source.trim() === '' || source.length > maxLineLength || columns < 8)
    return undefined;
  const from = Math.min(start.character, source.length);
  const to = end.line > start.line ? source.length : Math.min(Math.max(end.character, from), source.length);
  const indent = source.length - source.trimStart().length;
  const skipped = Math.min(indent, from);

  const before = expand(source.slice(skipped, from), 0);
  const marked = expand(source.slice(from, to), displayWidth(before));
  const after = expand(source.slice(to), displayWidth(before + marked));
  return fit({ before, marked, after }, columns);
}

interface MarkedLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

function fit({ before, marked, after }: MarkedLine, columns: number): SourceExcerpt {
  // A problem far to the right is shown with what is just before it.
  const room = Math.floor(columns / 2);
  const shownBefore = displayWidth(before) > room ? `…${takeLastColumns(before, room - 1)}` : before;
  const column = displayWidth(shownBefore);
  const full = `${shownBefore}${marked}${after}`;
  const line = displayWidth(full) > columns ? `${takeColumns(full, columns - 1)}…` : full;
  const caretCount = Math.max(1, Math.min(displayWidth(marked), columns - column));
  return { line: line.trimEnd(), carets: ' '.repeat(column) + '^'.repeat(caretCount) };
}

function takeLastColumns(text: string, columns: number): string {
  const characters = [...text];
  let width = 0;
  let first = characters.length;
  while (first > 0) {
    width += displayWidth(characters[first - 1] ?? '');
    if (width > columns) break;
    first -= 1;
  }
  return characters.slice(first).join('');
}

/** Tabs as the spaces they stand for: only then do the carets stand where they should. */
function expand(text: string, startColumn: number): string {
  if (!text.includes('\t')) return visible(text);
  let expanded = '';
  for (const piece of visible(text).split(/(\t)/)) {
    if (piece !== '\t') {
      expanded += piece;
      continue;
    }
    const column = startColumn + displayWidth(expanded);
    expanded += ' '.repeat(tabStop - (column % tabStop));
  }
  return expanded;
}
