import { distance } from 'fastest-levenshtein';

/** The candidate that a mistyped word most likely meant, if any is near enough to be worth suggesting. */
export function nearestKey(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestChanges = limit + 1;
  for (const candidate of candidates) {
    const changes = distance(fold(word), fold(candidate));
    if (changes < bestChanges) [best, bestChanges] = [candidate, changes];
  }
  return best;
}

/** `handlersMode` and `handlers-mode` are the same slip. */
function fold(word: string): string {
  return word.replaceAll(/[-_]/g, '').toLowerCase();
}
