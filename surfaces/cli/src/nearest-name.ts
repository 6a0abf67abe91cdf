/** `; did you mean "lint"?`, or nothing when no candidate is close. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const near = nearestName(name, candidates);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

const maxListed = 12;

/** The suggestion, or else the beginning of the list that the name should be in. */
export function suggestionOrList(name: string, candidates: readonly string[]): string {
  const near = suggestion(name, candidates);
  if (near !== '') return near;
  if (candidates.length === 0) return ': there are none here';
  const listed = [...new Set(candidates)].sort();
  const more = listed.length > maxListed ? ', …' : '';
  return ` (known here: ${listed.slice(0, maxListed).join(', ')}${more})`;
}

/** A longer word is no typing mistake, and comparing it would cost its length times ours. */
const maxLength = 80;

/** The candidate that somebody who typed `name` most likely meant, if there is one. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  const wanted = name.toLowerCase();
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (best === undefined || distance < best.distance) best = { candidate, distance };
  }
  const allowed = Math.max(1, Math.floor(name.length / 3));
  return best !== undefined && best.distance <= allowed ? best.candidate : undefined;
}

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
