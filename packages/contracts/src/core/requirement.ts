/** One rule of a protocol document, in our own words; tests and conformance checks prove it by its id. */
export interface Requirement {
  /** `<protocol>/<topic>/<rule>`, stable for ever. */
  readonly id: string;
  /** Heading of the protocol document that states the rule. */
  readonly section: string;
  readonly rule: string;
}

/** The rules that one section of a protocol document states, by their ids. */
export function sectionRules(
  section: string,
  rules: Readonly<Record<string, string>>,
): readonly Requirement[] {
  return Object.entries(rules).map(([id, rule]) => ({ id, section, rule }));
}
