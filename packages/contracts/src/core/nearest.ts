import { distance } from 'fastest-levenshtein';

/** A longer name is not a typing mistake, and comparing it would cost its length times ours. */
const maxLength = 80;

/** The candidate that somebody who wrote `name` most likely meant, if there is one. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  const wanted = name.toLowerCase();
  let best: { candidate: string; changes: number } | undefined;
  for (const candidate of candidates) {
    const changes = distance(wanted, candidate.toLowerCase());
    if (best === undefined || changes < best.changes) best = { candidate, changes };
  }
  if (best === undefined || best.changes > Math.max(2, Math.floor(name.length / 3))) return undefined;
  return best.candidate;
}
