import { nearest } from '@tandem/contracts';

/** `; did you mean "lint"?`, or nothing when no candidate is close. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const near = nearest(name, candidates);
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
