/**
 * Text that is not one EDN form. `line` and `column` start at 1, `offset` at 0; columns and offsets count UTF-16
 * code units, the unit of a JavaScript string and of an LSP position.
 */
export class EdnError extends Error {
  override readonly name = 'EdnError';
  readonly line: number;
  readonly column: number;
  readonly offset: number;

  constructor(problem: string, text: string, offset: number) {
    const { line, column } = positionAt(text, offset);
    super(`${problem} (line ${line}, column ${column})`);
    this.line = line;
    this.column = column;
    this.offset = offset;
  }
}

/** Counted only when something went wrong, so that reading itself never keeps track of lines. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
