import type { Requirement } from '../core/requirement.js';

/** The rules that one section of a protocol document states, by their ids. */
export function sectionRules(
  section: string,
  rules: Readonly<Record<string, string>>,
): readonly Requirement[] {
  return Object.entries(rules).map(([id, rule]) => ({ id, section, rule }));
}
