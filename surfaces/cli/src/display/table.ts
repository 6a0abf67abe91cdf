import { displayWidth, visibleLine } from './terminal-text.js';

/** Rows with their columns under each other, two spaces between them. */
export function renderTable(rows: readonly (readonly string[])[], indent = ''): string {
  const clean = rows.map((row) => row.map(visibleLine));
  const widths: number[] = [];
  for (const row of clean) {
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
  }
  return clean
    .map((row) => {
      const cells = row.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - displayWidth(cell)));
      return `${indent}${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}
