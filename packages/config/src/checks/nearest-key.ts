/** The candidate that a mistyped word most likely meant, if any is near enough to be worth suggesting. */
export function nearestKey(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(fold(word), fold(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `handlersMode` and `handlers-mode` are the same slip. */
function fold(word: string): string {
  return word.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Levenshtein's, in one row. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const substituted = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(substituted, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
